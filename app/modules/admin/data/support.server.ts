import { and, asc, count, desc, eq, isNotNull, isNull, min, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { company, supportMessage, supportThread, user } from "#db/schema";
import { buildAccountMailSteps } from "~/lib/mail/write.server";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import {
  getThreadStateLabel,
  messageBodySchema,
  readMessages,
} from "~/modules/support/shared/threads.server";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { requireVersion, updateWithVersion } from "~/web/revise.server";
import { createAdminListInput, SUPPORT_FILTERS } from "../rules/lists";
import { buildContainsCondition, parseTypedId } from "./part.server";

/** Days after which an unanswered question needs attention. */
export const MAX_SUPPORT_WAIT_DAYS = 2;

const WAITING = isNotNull(supportThread.waiting_since);
const name = sql`${user.first_name} || ' ' || ${user.last_name}`;

const PARTS = {
  thread: supportThread,
  first_name: user.first_name,
  last_name: user.last_name,
  company: company.name,
};
const shown = (
  ctx: Pick<Ctx, "actor" | "now">,
  row: {
    thread: typeof supportThread.$inferSelect;
    first_name: string;
    last_name: string;
    company: string | null;
  },
) => ({
  id: row.thread.id,
  subject: row.thread.subject,
  state: getThreadStateLabel(row.thread),
  person: { id: row.thread.user_id, name: formatFullName(row) },
  company: row.thread.company_id ? { id: row.thread.company_id, name: row.company ?? "" } : null,
  last: {
    at: row.thread.last_message_at,
    text: formatInstant(row.thread.last_message_at, ctx.actor.zone, ctx.now),
  },
  waits: row.thread.waiting_since
    ? {
        at: row.thread.waiting_since,
        text: formatInstant(row.thread.waiting_since, ctx.actor.zone, ctx.now),
      }
    : null,
});

/**
 * List support conversations for super users. Waiting conversations are sorted by longest wait; other lists by latest
 * activity.
 */
export const listSupportThreads = procedure({
  name: "listSupportThreads",
  audience: "super",
  input: z.strictObject(createAdminListInput(SUPPORT_FILTERS)),
  async run(ctx, { q, show = "waiting", take, skip }) {
    const which: SQL | undefined = {
      waiting: WAITING,
      answered: and(isNull(supportThread.waiting_since), eq(supportThread.state, "open")),
      closed: eq(supportThread.state, "closed"),
      all: undefined,
    }[show];
    const where = and(
      which,
      q
        ? or(
            buildContainsCondition(sql`${supportThread.subject}`, q),
            buildContainsCondition(name, q),
            buildContainsCondition(sql`${company.name}`, q),
            eq(supportThread.id, parseTypedId(q)),
          )
        : undefined,
    );
    const order =
      show === "waiting"
        ? [asc(supportThread.waiting_since), asc(supportThread.id)]
        : [desc(supportThread.last_message_at), desc(supportThread.id)];
    const [rows, [counted]] = await Promise.all([
      ctx.read
        .select(PARTS)
        .from(supportThread)
        .innerJoin(user, eq(user.id, supportThread.user_id))
        .leftJoin(company, eq(company.id, supportThread.company_id))
        .where(where)
        .orderBy(...order)
        .limit(take === -1 ? 1_000_000 : take)
        .offset(skip),
      ctx.read
        .select({ n: count() })
        .from(supportThread)
        .innerJoin(user, eq(user.id, supportThread.user_id))
        .leftJoin(company, eq(company.id, supportThread.company_id))
        .where(where),
    ]);
    return {
      threads: rows.map((row) => shown(ctx, row)),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});

async function anyThread(ctx: Pick<Ctx, "read">, id: number) {
  const [row] = await ctx.read
    .select({ ...PARTS, email: user.email, email_verified_at: user.email_verified_at })
    .from(supportThread)
    .innerJoin(user, eq(user.id, supportThread.user_id))
    .leftJoin(company, eq(company.id, supportThread.company_id))
    .where(eq(supportThread.id, id));
  if (!row) throw notFound("We couldn't find that conversation.");
  return row;
}

/** Return a support conversation for the site's operators, with the page from which each message was written. */
export const getSupportThread = procedure({
  name: "getSupportThread",
  audience: "super",
  input: z.strictObject({ support_thread_id: z.number().int() }),
  async run(ctx, { support_thread_id }) {
    const row = await anyThread(ctx, support_thread_id);
    return {
      ...shown(ctx, row),
      version: row.thread.version,
      is_closed: row.thread.state === "closed",
      email: row.email,
      messages: await readMessages(ctx.read, row.thread.id, ctx.actor.zone, ctx.now),
    };
  },
});

const changed = { support_thread_id: z.number().int(), version: z.number().int() };
const current = (thread: typeof supportThread.$inferSelect) => ({
  version: thread.version,
  state: getThreadStateLabel(thread),
});

/**
 * Answer a user's support conversation; the user is notified in the app and by email. Refused if a message was added
 * after the operator read the conversation.
 */
export const answerSupport = procedure({
  name: "answerSupport",
  audience: "super",
  input: z.strictObject({ ...changed, body: messageBodySchema }),
  output: idOutput,
  async run(ctx, { support_thread_id, version, body }) {
    const { thread, email } = await anyThread(ctx, support_thread_id);
    requireVersion(thread, version, current(thread));
    const now = ctx.now.toISOString();
    const path = `/support/${thread.id}`;
    return ctx.commit(
      [
        updateWithVersion(ctx, supportThread, thread, {
          state: "open",
          waiting_since: null,
          last_message_at: now,
        }),
        expectOneRow(
          ctx.write.insert(supportMessage).values({
            support_thread_id: thread.id,
            author_user_id: ctx.actor.user?.id ?? 0,
            is_staff: true,
            body,
            created_at: now,
          }),
        ),
        ...buildNotificationSteps(ctx, {
          type: NOTIFICATION.general,
          to: { user: thread.user_id, company: null },
          title: "Support answered you",
          message: thread.subject,
          path,
          group: `support:${thread.id}`,
          tellsActor: true,
        }),
        ...(email
          ? buildAccountMailSteps(ctx, {
              to: email,
              subject: `Support answered: ${thread.subject}`,
              text: ["We answered your question.", body.slice(0, 500), "Read it and reply here:"],
              path,
            })
          : []),
      ],
      { id: thread.id },
    );
  },
});

/** Close a support conversation that needs nothing more, or reopen it. The user can write in either state. */
export const setSupportState = procedure({
  name: "setSupportState",
  audience: "super",
  input: z.strictObject({ ...changed, state: z.enum(["open", "closed"]) }),
  output: idOutput,
  async run(ctx, { support_thread_id, version, state }) {
    const { thread } = await anyThread(ctx, support_thread_id);
    requireVersion(thread, version, current(thread));
    if (thread.state === state) throw unprocessable(`This conversation is already ${state}.`);
    return ctx.commit(
      [
        updateWithVersion(ctx, supportThread, thread, {
          state,
          ...(state === "closed" ? { waiting_since: null } : {}),
        }),
      ],
      { id: thread.id },
    );
  },
});

/** Return the number of support conversations waiting for an answer, and the time since which the oldest has waited. */
export async function readWaitingSupport(read: Read): Promise<{ waiting: number; since: string | null }> {
  const [row] = await read
    .select({ waiting: count(), since: min(supportThread.waiting_since) })
    .from(supportThread)
    .where(WAITING);
  return { waiting: row?.waiting ?? 0, since: row?.since ?? null };
}
