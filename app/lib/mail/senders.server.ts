import { createHmac } from "node:crypto";
import type { outboxMessage } from "#db/schema";
import { onReset } from "~/lib/process-state";
import { env } from "~/web/env.server";
import { findStopLink } from "./outbox";

export type OutboxRow = typeof outboxMessage.$inferSelect;

/** Send timeout in milliseconds, shorter than a message's lease. */
const SEND_LIMIT_MS = 60_000;
const TEXTER_LIMIT_MS = 15_000;

type Mailer = { sendMail(mail: object): Promise<unknown>; close(): void };
let open: Promise<Mailer> | undefined;

/** Close the connections to the mail server; the next mail opens new ones. */
export function closeMailConnections() {
  open?.then((mails) => mails.close()).catch(() => undefined);
  open = undefined;
}
onReset(closeMailConnections);

function mailer(url: string): Promise<Mailer> {
  // Never let the pool requeue a message, because only the outbox decides about retries.
  const options = {
    url,
    pool: true as const,
    maxConnections: 2,
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  };
  // Load the library with the first mail: a site without a mail server never needs it.
  open ??= import("nodemailer").then(({ default: library }) => library.createTransport(options));
  return open;
}

/** Pass a message to the mail server or texter. On failure, throws an error with a message for the outbox. */
export const deliverMessage = (row: OutboxRow): Promise<unknown> =>
  row.kind === "mail" ? sendMail(row) : sendText(row);

/** Return the same id for every try of a message, so that a receiver detects a repeat. */
const idOf = (row: OutboxRow) => `${row.kind}-${row.id}-${Date.parse(row.created_at)}`;

async function sendMail(row: OutboxRow) {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  if (!SMTP_URL) throw new Error("No mail server is set.");
  const host = new URL(PUBLIC_URL).hostname;
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise((_, reject) => {
    late = setTimeout(() => {
      // Abort the pending send, so that it can't complete after another try has begun.
      closeMailConnections();
      reject(new Error("The mail server took longer than a minute."));
    }, SEND_LIMIT_MS);
  });
  const stop = findStopLink(row.body);
  const mail = {
    from: MAIL_FROM,
    to: { name: "", address: row.recipient },
    subject: row.subject,
    text: row.body,
    // Let a mail program's own unsubscribe button post there without signing in (RFC 8058).
    ...(stop && {
      headers: { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    }),
    messageId: `<${idOf(row)}@${host}>`,
  };
  const sent = mailer(SMTP_URL).then((mails) => mails.sendMail(mail));
  await Promise.race([sent, limit]).finally(() => clearTimeout(late));
}

/** Sign a text message for the texter: HMAC-SHA256 of "timestamp.body" with the shared secret, in hex. */
export const signText = (secret: string, timestamp: string, body: string): string =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/** Post a text message to TEXTER_URL (docs/deploy.md); any 2xx means that the texter accepted it. */
async function sendText(row: OutboxRow) {
  const { TEXTER_URL, TEXTER_SECRET } = env();
  if (!TEXTER_URL || !TEXTER_SECRET) throw new Error("No texter is set.");
  const body = JSON.stringify({ id: idOf(row), to: row.recipient, text: row.body });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await fetch(TEXTER_URL, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Idempotency-Key": idOf(row),
      "X-Timbertally-Timestamp": timestamp,
      "X-Timbertally-Signature": `sha256=${signText(TEXTER_SECRET, timestamp, body)}`,
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TEXTER_LIMIT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The texter answered ${answer.status}.`);
}
