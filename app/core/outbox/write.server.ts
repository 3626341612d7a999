import { type SQL, sql } from "drizzle-orm";
import { newest } from "#db/newest";
import { outboxMessage } from "#db/schema";
import { mayMiss, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { isRecentSql } from "~/web/recent.server";
import { KEEP_TRYING_DAYS, STOP_WORDS, unlinked } from "./outbox";
import { queueStep, waitsSince } from "./queued.server";

/** Lines of one paragraph, each as plain as a paragraph of its own. */
type Lines = { lines: string[] };

/**
 * A message to send. `text`, one paragraph or several, may hold what others typed, and is stripped of links and line
 * breaks; the only link is `path`, an address of this site.
 */
export type Message = {
  to: string;
  subject: string;
  text: string | (string | Lines)[];
  path?: string;
  /** The link that stops such mails; the mail's own headers name it too. */
  stop?: string;
  /** The text after the link. */
  after?: string;
  /** Hours after which it is not worth sending, because its link has expired. */
  hours?: number;
  /** What it is about; the same news for the same recipient is not sent again within {@link NEWS_PAUSE_HOURS}. */
  topic?: string;
};

/** The same news goes to the same recipient once in so many hours, however often it happens. */
export const NEWS_PAUSE_HOURS = 4;

/** What one company or person may send in a day: to one recipient, to everybody; and what one recipient gets. */
export const DAILY = { pair: 20, sender: 200, recipient: 60 };

/** Write a mail about the account itself: a reset link, a verification. No sender's limit counts it. */
export const accountMail = (ctx: Pick<Ctx, "now">, mail: Message): Step[] =>
  outSteps(ctx, "mail", mail, null);
export const accountText = (ctx: Ctx, text: Message): Step[] => outSteps(ctx, "text", text, null);

/** Write a mail that the acting company, or else the acting person, caused: its row and its place on the queue. */
export const mailSteps = (ctx: Ctx, mail: Message): Step[] => outSteps(ctx, "mail", mail, senderOf(ctx));
/** The same for a text message to a phone. */
export const textSteps = (ctx: Ctx, text: Message): Step[] => outSteps(ctx, "text", text, senderOf(ctx));

/** News that somebody asked to have at once, or as a list: caused by a company, or by nobody. */
export const askedForSteps = (
  at: Pick<Ctx, "now">,
  kind: "mail" | "text",
  message: Message,
  sender: string | null,
): Step[] => outSteps(at, kind, message, sender);

const senderOf = ({ actor }: Ctx): string | null =>
  actor.company ? `c${actor.company.id}` : actor.user ? `u${actor.user.id}` : null;

const HOUR_MS = 3_600_000;
const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();

const paragraph = (part: string | Lines): string =>
  typeof part === "string" ? unlinked(part, 600) : part.lines.map((line) => unlinked(line, 200)).join("\n");

function outSteps(
  ctx: Pick<Ctx, "now">,
  kind: "mail" | "text",
  message: Message,
  sender: string | null,
): Step[] {
  const { to, topic = null, path, hours = KEEP_TRYING_DAYS * 24 } = message;
  const now = ctx.now.toISOString();
  const text = [message.text].flat().map(paragraph);
  const stop = message.stop && `${STOP_WORDS}${env().PUBLIC_URL}${message.stop}`;
  const body = [...text, ...(path ? [`${env().PUBLIC_URL}${path}`] : []), message.after, stop].filter(
    Boolean,
  );
  const known = topic
    ? sql`EXISTS (SELECT 1 FROM outbox_message WHERE recipient = ${to} AND topic = ${topic}
        AND ${isRecentSql(sql`created_at`, ctx.now, NEWS_PAUSE_HOURS * HOUR_MS)})`
    : sql`0`;
  const insert = sql`INSERT INTO outbox_message
      (kind, recipient, subject, body, sender, topic, created_at, expires_at, next_try_at, given_up_at, failure)
    SELECT ${kind}, ${to}, ${unlinked(message.subject, 150)}, ${body.join("\n\n")}, ${sender}, ${topic}, ${now},
      ${hoursFrom(ctx.now, hours)}, ${waitsSince(kind, now)}, CASE WHEN held IS NULL THEN NULL ELSE ${now} END, held
    FROM (SELECT ${sender ? heldBecause(to, sender, ctx.now) : sql`NULL`} AS held)
    WHERE NOT ${known}`;
  const written = newest(outboxMessage);
  const may = sql`EXISTS (SELECT 1 FROM outbox_message WHERE id = ${written} AND kind = ${kind}
    AND recipient = ${to} AND created_at = ${now} AND given_up_at IS NULL)`;
  return [topic ? mayMiss(insert) : mustHit(insert), ...queueStep(kind, written, may)];
}

/** Why a message is held back instead of sent, in words for the outbox; null where it may go. */
function heldBecause(to: string, sender: string, now: Date): SQL {
  const sent = (where: SQL) =>
    sql`(SELECT count(*) FROM outbox_message WHERE ${where} AND ${isRecentSql(sql`created_at`, now, 24 * HOUR_MS)})`;
  return sql`CASE
    WHEN ${sent(sql`recipient = ${to} AND sender = ${sender}`)} >= ${DAILY.pair}
      THEN ${`Held: the sender reached ${DAILY.pair} messages to this recipient in a day.`}
    WHEN ${sent(sql`sender = ${sender}`)} >= ${DAILY.sender}
      THEN ${`Held: the sender reached ${DAILY.sender} messages in a day.`}
    WHEN ${sent(sql`recipient = ${to} AND (given_up_at IS NULL OR tries > 0)`)} >= ${DAILY.recipient}
      THEN ${`Held: the recipient reached ${DAILY.recipient} messages in a day.`}
    END`;
}
