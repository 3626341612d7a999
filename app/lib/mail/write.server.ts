import { type SQL, sql } from "drizzle-orm";
import { selectInsertedId } from "#db/inserted-id";
import { outboxMessage } from "#db/schema";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { RETRY_DAYS, removeLinks, STOP_LINK_PREFIX } from "./outbox";
import { buildQueueMessageStep, getInitialNextTryAt } from "./queued.server";

/** Lines of one paragraph; each line is sanitized like a paragraph. */
type Lines = { lines: string[] };

/**
 * Message to send. `text`, one paragraph or several, may contain user-typed text and is stripped of links and line
 * breaks; the only link is `path`, an address of this site.
 */
export type Message = {
  to: string;
  subject: string;
  text: string | (string | Lines)[];
  path?: string;
  /** Unsubscribe link for this kind of mail, also in the mail's headers. */
  stop?: string;
  /** Text after the link. */
  after?: string;
  /** Hours after which the message is not sent anymore, because its link has expired. */
  hours?: number;
  /**
   * Topic; a message with the same topic is not sent again to the same recipient within {@link
   * NOTIFICATION_PAUSE_HOURS}.
   */
  topic?: string;
};

/** Hours before the same topic is sent to the same recipient again, however often it occurs. */
export const NOTIFICATION_PAUSE_HOURS = 4;

/**
 * Daily limits: from one sender (a company or user) to one recipient, from one sender to everybody, and to one
 * recipient in total.
 */
export const DAILY_LIMITS = { pair: 20, sender: 200, recipient: 60 };

/**
 * Build the steps that write a mail about the account, such as a reset link or a verification, which counts toward no
 * sender's limit.
 */
export const buildAccountMailSteps = (ctx: Pick<Ctx, "now">, mail: Message): Step[] =>
  outSteps(ctx, "mail", mail, null);
export const buildAccountTextSteps = (ctx: Ctx, text: Message): Step[] => outSteps(ctx, "text", text, null);

/** Build the steps that write a mail for the acting company, or else the acting user: the mail's row and its queue item. */
export const buildMailSteps = (ctx: Ctx, mail: Message): Step[] => outSteps(ctx, "mail", mail, senderOf(ctx));
/** Build the steps that write a text message for the acting company, or else the acting user. */
export const buildTextSteps = (ctx: Ctx, text: Message): Step[] => outSteps(ctx, "text", text, senderOf(ctx));

/**
 * Build the steps that write a message that a user chose to receive, immediately or as a digest; the sender is a
 * company or nobody.
 */
export const buildRequestedMessageSteps = (
  target: Pick<Ctx, "now">,
  kind: "mail" | "text",
  message: Message,
  sender: string | null,
): Step[] => outSteps(target, kind, message, sender);

const senderOf = ({ actor }: Ctx): string | null =>
  actor.company ? `c${actor.company.id}` : actor.user ? `u${actor.user.id}` : null;

const HOUR_MS = 3_600_000;
const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();

const paragraph = (part: string | Lines): string =>
  typeof part === "string"
    ? removeLinks(part, 600)
    : part.lines.map((line) => removeLinks(line, 200)).join("\n");

function outSteps(
  ctx: Pick<Ctx, "now">,
  kind: "mail" | "text",
  message: Message,
  sender: string | null,
): Step[] {
  const { to, topic = null, path, hours = RETRY_DAYS * 24 } = message;
  const now = ctx.now.toISOString();
  const text = [message.text].flat().map(paragraph);
  const stop = message.stop && `${STOP_LINK_PREFIX}${env().PUBLIC_URL}${message.stop}`;
  const body = [...text, ...(path ? [`${env().PUBLIC_URL}${path}`] : []), message.after, stop].filter(
    Boolean,
  );
  const known = topic
    ? sql`EXISTS (SELECT 1 FROM outbox_message WHERE recipient = ${to} AND topic = ${topic}
        AND ${isRecentSql(sql`created_at`, ctx.now, NOTIFICATION_PAUSE_HOURS * HOUR_MS)})`
    : sql`0`;
  const insert = sql`INSERT INTO outbox_message
      (kind, recipient, subject, body, sender, topic, created_at, expires_at, next_attempt_at, failed_at, failure)
    SELECT ${kind}, ${to}, ${removeLinks(message.subject, 150)}, ${body.join("\n\n")}, ${sender}, ${topic}, ${now},
      ${hoursFrom(ctx.now, hours)}, ${getInitialNextTryAt(kind, now)}, CASE WHEN held IS NULL THEN NULL ELSE ${now} END, held
    FROM (SELECT ${sender ? heldBecause(to, sender, ctx.now) : sql`NULL`} AS held)
    WHERE NOT ${known}`;
  const written = selectInsertedId(outboxMessage);
  const may = sql`EXISTS (SELECT 1 FROM outbox_message WHERE id = ${written} AND kind = ${kind}
    AND recipient = ${to} AND created_at = ${now} AND failed_at IS NULL)`;
  return [topic ? allowAnyRows(insert) : expectOneRow(insert), ...buildQueueMessageStep(kind, written, may)];
}

/** SQL for the reason to hold a message back, in words for the outbox; null if it may be sent. */
function heldBecause(to: string, sender: string, now: Date): SQL {
  const sent = (where: SQL) =>
    sql`(SELECT count(*) FROM outbox_message WHERE ${where} AND ${isRecentSql(sql`created_at`, now, 24 * HOUR_MS)})`;
  return sql`CASE
    WHEN ${sent(sql`recipient = ${to} AND sender = ${sender}`)} >= ${DAILY_LIMITS.pair}
      THEN ${`Held: the sender reached ${DAILY_LIMITS.pair} messages to this recipient in a day.`}
    WHEN ${sent(sql`sender = ${sender}`)} >= ${DAILY_LIMITS.sender}
      THEN ${`Held: the sender reached ${DAILY_LIMITS.sender} messages in a day.`}
    WHEN ${sent(sql`recipient = ${to} AND (failed_at IS NULL OR attempts > 0)`)} >= ${DAILY_LIMITS.recipient}
      THEN ${`Held: the recipient reached ${DAILY_LIMITS.recipient} messages in a day.`}
    END`;
}
