import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { backgroundJob, outboxMessage } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { containsSecret, redactSecrets } from "~/lib/mail/outbox";
import { buildQueueMessageStep, getInitialNextTryAt } from "~/lib/mail/queued.server";
import { getSendTask, sendMailTask, sendTextTask } from "~/lib/mail/sending.server";
import { readOutboxTrouble } from "~/lib/mail/watch.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { procedure } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";

const SHOWN = 100;

/** Condition for the pending queue item of a message. */
const isQueued = and(
  inArray(backgroundJob.name, [sendMailTask.name, sendTextTask.name]),
  eq(backgroundJob.unique_key, sql`CAST(${outboxMessage.id} AS TEXT)`),
  isNull(backgroundJob.finished_at),
  isNull(backgroundJob.failed_at),
);

const givenUp = (id: number) =>
  and(eq(outboxMessage.id, id), isNull(outboxMessage.sent_at), isNotNull(outboxMessage.failed_at));

/** Check whether the outbox shows links: only on a site that sends no mail and has no real users. */
const showsLinks = () => {
  const { SMTP_URL, NODE_ENV, DEMO } = env();
  return !SMTP_URL && (DEMO || NODE_ENV !== "production");
};

/** List the newest messages, messages that failed or were held, and causes for alarm; for super users. */
export const listOutbox = procedure({
  name: "listOutbox",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const rows = () =>
      ctx.read
        .select({ message: outboxMessage, item: backgroundJob })
        .from(outboxMessage)
        .leftJoin(backgroundJob, isQueued)
        .orderBy(desc(outboxMessage.id))
        .limit(SHOWN);
    const stuck = or(isNotNull(outboxMessage.failed_at), isNotNull(backgroundJob.failure));
    const [messages, failed] = await Promise.all([
      rows(),
      rows().where(and(isNull(outboxMessage.sent_at), stuck)),
    ]);
    const trouble = await readOutboxTrouble(ctx.read, ctx.now);
    const sends = getEnabledChannels();
    const readable = ({ message: m, item }: (typeof messages)[number]) => ({
      ...m,
      // While the message has a queue item, that item stores the result of the attempts to send it.
      ...(item && {
        failed_at: null,
        tries: item.attempts,
        next_attempt_at: item.run_at,
        failure: item.failure,
      }),
      body: showsLinks() ? m.body : redactSecrets(m.body),
      leaves: m.kind === "mail" ? sends.mail : sends.text,
    });
    const known = new Set(failed.map(({ message }) => message.id));
    return {
      trouble,
      failed: failed.map(readable),
      messages: messages.filter(({ message }) => !known.has(message.id)).map(readable),
    };
  },
});

/** Restart sending a message that was given up or held. Other messages are retried automatically, or are being sent. */
export const resendMessage = procedure({
  name: "resendMessage",
  audience: "super",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [row] = await ctx.read.select().from(outboxMessage).where(givenUp(id));
    if (!row) throw notFound("This message was sent, is still being tried, or doesn't exist.");
    const now = ctx.now.toISOString();
    if (containsSecret(row.body) && row.expires_at !== null && row.expires_at <= now)
      throw unprocessable("The link in this message has expired. The person has to ask for a new one.");
    const kind = row.kind === "text" ? "text" : "mail";
    const fresh = {
      attempts: 0,
      next_attempt_at: getInitialNextTryAt(kind, now),
      failed_at: null,
      failure: null,
      ...(containsSecret(row.body) ? {} : { expires_at: null, created_at: now }),
    };
    const before = and(
      eq(backgroundJob.name, getSendTask(kind).name),
      eq(backgroundJob.unique_key, String(id)),
      isNotNull(backgroundJob.failed_at),
    );
    return ctx.commit(
      [
        expectOneRow(ctx.write.update(outboxMessage).set(fresh).where(givenUp(id))),
        allowAnyRows(ctx.write.delete(backgroundJob).where(before)),
        ...buildQueueMessageStep(kind, id),
      ],
      { id },
    );
  },
});
