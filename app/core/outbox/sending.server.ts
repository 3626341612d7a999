import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/client.server";
import { outboxMessage } from "#db/schema";
import { type Doing, type Work, work } from "~/core/work/work.server";
import type { App } from "~/web/app.server";
import { enabledChannels } from "./channels.server";
import { KEEP_TRYING_DAYS, withoutSecrets } from "./outbox";
import { type OutboxRow, send } from "./senders.server";

const input = z.strictObject({ message: z.number().int() });
type Input = z.output<typeof input>;

/**
 * What mail and texts share: messages on their way at once, so that one slow recipient holds up nobody else, and what is
 * done with each. That a message was sent is noted in the same batch as that its item is done, so a mail that left and
 * could not be noted is not sent again by this process.
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
    await db.batch([note(db, message, { given_up_at: now().toISOString(), failure, tries: attempts })], {
      unread: true,
    });
  },
};

/** Sends a mail of the outbox, by a server that has a mail server. */
export const sendMail = work({ name: "mail", ...sending, able: () => enabledChannels().mail });

/** Sends a text message of the outbox, by a server that has a texter. */
export const sendText = work({ name: "text message", ...sending, able: () => enabledChannels().text });

/** The work that sends a message of a kind. */
export const sendingOf = (kind: "mail" | "text"): Work<typeof input> =>
  kind === "mail" ? sendMail : sendText;

async function sendOne({ db, now }: App, { message }: Input, doing: Doing) {
  const [row] = await db.read.select().from(outboxMessage).where(eq(outboxMessage.id, message));
  if (!row || row.sent_at) return;
  const at = now();
  const created = Date.parse(row.created_at) || at.getTime();
  const expires = row.expires_at ? Date.parse(row.expires_at) : created + KEEP_TRYING_DAYS * 86_400_000;
  if (expires <= at.getTime()) {
    const failure = `Too old to be sent. ${doing.failure ?? ""}`.trim();
    return doing.note(note(db, row.id, { given_up_at: at.toISOString(), failure, tries: doing.attempt - 1 }));
  }
  await send(row);
  const sent = { sent_at: now().toISOString(), given_up_at: null, failure: null, tries: doing.attempt };
  doing.note(note(db, row.id, { ...sent, body: withoutSecrets(row.body) }));
}

/** Note what became of a message; nothing is noted of one that was sent. */
const note = (db: Database, id: number, values: Partial<OutboxRow>) =>
  db.write
    .update(outboxMessage)
    .set(values)
    .where(and(eq(outboxMessage.id, id), isNull(outboxMessage.sent_at)))
    .toSQL();
