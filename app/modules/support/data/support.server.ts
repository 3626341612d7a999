import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { supportMessage, supportThread } from "#db/schema";
import { buildOperatorMailSteps } from "~/lib/mail/operator-mail.server";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatInstant } from "~/lib/time/time";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import {
  getThreadStateLabel,
  messageBodySchema,
  pageContextFields,
  readMessages,
} from "../shared/threads.server";

const meOf = ({ actor }: Pick<Ctx, "actor">) => {
  if (!actor.user) throw notFound();
  return actor.user;
};

/** Return the user's own conversation; any other conversation is treated as missing. */
async function ownThread(ctx: Pick<Ctx, "read" | "actor">, id: number) {
  const [row] = await ctx.read
    .select()
    .from(supportThread)
    .where(and(eq(supportThread.id, id), eq(supportThread.user_id, meOf(ctx).id)));
  if (!row) throw notFound("We couldn't find that conversation.");
  return row;
}

/** List the user's support conversations, most recently active first. */
export const listThreads = procedure({
  name: "listThreads",
  audience: "user",
  input: z.strictObject(pagingParams),
  async run(ctx, { take, skip }) {
    const mine = eq(supportThread.user_id, meOf(ctx).id);
    const [rows, [counted]] = await Promise.all([
      ctx.read
        .select()
        .from(supportThread)
        .where(mine)
        .orderBy(desc(supportThread.last_message_at), desc(supportThread.id))
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read.select({ n: sql<number>`count(*)` }).from(supportThread).where(mine),
    ]);
    return {
      threads: rows.map((row) => ({
        id: row.id,
        subject: row.subject,
        state: getThreadStateLabel(row),
        last: { at: row.last_message_at, text: formatInstant(row.last_message_at, ctx.actor.zone, ctx.now) },
      })),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});

/** Return one of the user's conversations with its messages. */
export const getThread = procedure({
  name: "getThread",
  audience: "user",
  input: z.strictObject({ support_thread_id: z.number().int() }),
  async run(ctx, { support_thread_id }) {
    const row = await ownThread(ctx, support_thread_id);
    const messages = await readMessages(ctx.read, row.id, ctx.actor.zone, ctx.now);
    return {
      id: row.id,
      subject: row.subject,
      state: getThreadStateLabel(row),
      is_closed: row.state === "closed",
      // Don't reveal which staff member wrote the message.
      messages: messages.map((m) => ({ ...m, author: m.is_staff ? "Support" : m.author })),
    };
  },
});

const told = (ctx: Ctx, subject: string, thread: number | null, body: string) =>
  buildOperatorMailSteps(ctx, {
    subject: `Support: ${subject}`,
    text: [
      `${meOf(ctx).first_name} ${meOf(ctx).last_name}${ctx.actor.company ? ` of ${ctx.actor.company.name}` : ""} wrote:`,
      body.slice(0, 500),
    ],
    path: thread ? `/admin/support/${thread}` : "/admin/support",
    topic: `support:${meOf(ctx).id}`,
  });

/** Start a conversation between the user and support. */
export const startThread = procedure({
  name: "startThread",
  limit: { work: "requests" },
  audience: "user",
  input: z.strictObject({
    subject: createTrimmedTextSchema(120, undefined, "Say what it's about").min(1, "Say what it's about"),
    body: messageBodySchema,
    ...pageContextFields,
  }),
  output: idOutput,
  async run(ctx, { subject, body, page = null, about = null }) {
    const now = ctx.now.toISOString();
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(supportThread).values({
            user_id: meOf(ctx).id,
            company_id: ctx.actor.company?.id ?? null,
            subject,
            waiting_since: now,
            last_message_at: now,
            created_at: now,
          }),
        ),
        expectOneRow(
          ctx.write.insert(supportMessage).values({
            support_thread_id: selectInsertedId(supportThread),
            author_user_id: meOf(ctx).id,
            body,
            page,
            about,
            created_at: now,
          }),
        ),
        ...(await told(ctx, subject, null, body)),
      ],
      { id: selectInsertedId(supportThread) },
    );
  },
});

/** Reply in a conversation; a closed conversation is reopened. */
export const replyThread = procedure({
  name: "replyThread",
  limit: { work: "requests" },
  audience: "user",
  input: z.strictObject({
    support_thread_id: z.number().int(),
    body: messageBodySchema,
    ...pageContextFields,
  }),
  output: idOutput,
  async run(ctx, { support_thread_id, body, page = null, about = null }) {
    const row = await ownThread(ctx, support_thread_id);
    const now = ctx.now.toISOString();
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(supportThread)
            .set({
              state: "open",
              waiting_since: sql`coalesce(${supportThread.waiting_since}, ${now})`,
              last_message_at: now,
              version: sql`${supportThread.version} + 1`,
            })
            .where(and(eq(supportThread.id, row.id), eq(supportThread.user_id, meOf(ctx).id))),
        ),
        expectOneRow(
          ctx.write.insert(supportMessage).values({
            support_thread_id: row.id,
            author_user_id: meOf(ctx).id,
            body,
            page,
            about,
            created_at: now,
          }),
        ),
        ...(await told(ctx, row.subject, row.id, body)),
      ],
      { id: row.id },
    );
  },
});
