import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { defineTask, type Task, type TaskContext } from "~/lib/queue/work.server";
import type { App } from "~/web/app.server";
import { getEnabledChannels } from "./channels.server";
import { RETRY_DAYS, redactSecrets } from "./outbox";
import { deliverMessage, type OutboxRow } from "./senders.server";

const input = z.strictObject({ message: z.number().int() });
type Input = z.output<typeof input>;

/**
 * Settings shared by mails and texts: the number of concurrent messages, so that one slow recipient delays nobody else,
 * and the handling of each message. The sent message and its finished queue item are recorded in one batch, so that
 * this process doesn't resend a mail that couldn't be recorded.
 */
const sending = {
  input,
  atOnce: 4,
  run: sendOne,
  async gaveUp(
    { db, now }: App,
    { message }: Input,
    { failure, attempts }: { failure: string; attempts: number },
  ) {
    await db.batch([note(db, message, { failed_at: now().toISOString(), failure, attempts })], {
      unread: true,
    });
  },
};

/** Task that sends a mail from the outbox, on a server that has a mail server. */
export const sendMailTask = defineTask({ name: "mail", ...sending, able: () => getEnabledChannels().mail });

/** Task that sends a text message from the outbox, on a server that has a texter. */
export const sendTextTask = defineTask({
  name: "text message",
  ...sending,
  able: () => getEnabledChannels().text,
});

/** Return the task that sends messages of this kind. */
export const getSendTask = (kind: "mail" | "text"): Task<typeof input> =>
  kind === "mail" ? sendMailTask : sendTextTask;

async function sendOne({ db, now }: App, { message }: Input, doing: TaskContext) {
  const [row] = await db.read.select().from(outboxMessage).where(eq(outboxMessage.id, message));
  if (!row || row.sent_at) return;
  const date = now();
  const created = Date.parse(row.created_at) || date.getTime();
  const expires = row.expires_at ? Date.parse(row.expires_at) : created + RETRY_DAYS * 86_400_000;
  if (expires <= date.getTime()) {
    const failure = `Too old to be sent. ${doing.failure ?? ""}`.trim();
    return doing.note(
      note(db, row.id, { failed_at: date.toISOString(), failure, attempts: doing.attempt - 1 }),
    );
  }
  await deliverMessage(row);
  const sent = { sent_at: now().toISOString(), failed_at: null, failure: null, attempts: doing.attempt };
  doing.note(note(db, row.id, { ...sent, body: redactSecrets(row.body) }));
}

/** Record the result of sending a message, unless the message is already marked as sent. */
const note = (db: Database, id: number, values: Partial<OutboxRow>) =>
  db.write
    .update(outboxMessage)
    .set(values)
    .where(and(eq(outboxMessage.id, id), isNull(outboxMessage.sent_at)))
    .toSQL();
