import { type SQL, sql } from "drizzle-orm";
import { mayMiss, mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import type { Ctx, Step } from "~/web/procedure";
import { wakeOutbox } from "./deliver.server";
import { KEEP_TRYING_DAYS, unlinked } from "./outbox";

/**
 * A message to send. `text`, one paragraph or several, may hold what others typed, and is stripped of links and line
 * breaks; the only link is `path`, an address of this site.
 */
export type Message = {
  to: string;
  subject: string;
  text: string | string[];
  path?: string;
  /** The text after the link. */
  after?: string;
  /** Hours after which it is not worth sending, because its link has expired. */
  hours?: number;
  /** What it is about; the same news for the same recipient is not sent again within {@link NEWS_PAUSE_HOURS}. */
  topic?: string;
};

/** Which kinds of message leave this site at all. */
export const enabledChannels = () => ({ mail: Boolean(env().SMTP_URL), text: Boolean(env().TEXTER_URL) });

/** Whether mail is read at all: it leaves, or this is a demo whose outbox shows it. */
export const mailIsRead = () => enabledChannels().mail || env().DEMO || env().NODE_ENV !== "production";

/** How to reach a person: by mail if they have an email, otherwise by text if this site sends texts. */
export function channelOf(to: { email: string | null; phone: string | null }): "mail" | "text" | null {
  if (to.email) return "mail";
  return to.phone && enabledChannels().text ? "text" : null;
}

/** How a message really leaves for a person, which is what pages may say; null where nothing does. */
export function sendsBy(to: { email: string | null; phone: string | null }): "mail" | "text" | null {
  const channel = channelOf(to);
  return channel && enabledChannels()[channel] ? channel : null;
}

/** The same news goes to the same recipient once in so many hours, however often it happens. */
export const NEWS_PAUSE_HOURS = 4;

/** What one company or person may send in a day: to one recipient, to everybody; and what one recipient gets. */
export const DAILY = { pair: 20, sender: 200, recipient: 60 };

/** Put a mail about the account itself into the outbox: a reset link, a verification. No sender's limit counts it. */
export const accountMail = (ctx: Ctx, mail: Message): Step => outStep(ctx, "mail", mail, null);
export const accountText = (ctx: Ctx, text: Message): Step => outStep(ctx, "text", text, null);

/** Put a mail into the outbox that the acting company, or else the acting person, caused. */
export const mailStep = (ctx: Ctx, mail: Message): Step => outStep(ctx, "mail", mail, senderOf(ctx));
/** The same for a text message to a phone. */
export const textStep = (ctx: Ctx, text: Message): Step => outStep(ctx, "text", text, senderOf(ctx));

const senderOf = ({ actor }: Ctx): string | null =>
  actor.company ? `c${actor.company.id}` : actor.user ? `u${actor.user.id}` : null;

const hoursFrom = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();

function outStep(ctx: Ctx, kind: "mail" | "text", message: Message, sender: string | null): Step {
  wakeOutbox();
  const { to, topic = null, path, hours = KEEP_TRYING_DAYS * 24 } = message;
  const now = ctx.now.toISOString();
  const text = [message.text].flat().map((part) => unlinked(part, 600));
  const body = [...text, ...(path ? [`${env().PUBLIC_URL}${path}`] : []), message.after].filter(Boolean);
  const known = topic
    ? sql`EXISTS (SELECT 1 FROM outbox_message WHERE recipient = ${to} AND topic = ${topic}
        AND created_at > ${hoursFrom(ctx.now, -NEWS_PAUSE_HOURS)})`
    : sql`0`;
  const insert = sql`INSERT INTO outbox_message
      (kind, recipient, subject, body, sender, topic, created_at, expires_at, next_try_at, given_up_at, failure)
    SELECT ${kind}, ${to}, ${unlinked(message.subject, 150)}, ${body.join("\n\n")}, ${sender}, ${topic}, ${now},
      ${hoursFrom(ctx.now, hours)}, ${now}, CASE WHEN held IS NULL THEN NULL ELSE ${now} END, held
    FROM (SELECT ${sender ? heldBecause(to, sender, hoursFrom(ctx.now, -24)) : sql`NULL`} AS held)
    WHERE NOT ${known}`;
  return topic ? mayMiss(insert) : mustHit(insert);
}

/** Why a message is held back instead of sent, in words for the outbox; null where it may go. */
function heldBecause(to: string, sender: string, since: string): SQL {
  const sent = (where: SQL) =>
    sql`(SELECT count(*) FROM outbox_message WHERE ${where} AND created_at > ${since})`;
  return sql`CASE
    WHEN ${sent(sql`recipient = ${to} AND sender = ${sender}`)} >= ${DAILY.pair}
      THEN ${`Held: the sender reached ${DAILY.pair} messages to this recipient in a day.`}
    WHEN ${sent(sql`sender = ${sender}`)} >= ${DAILY.sender}
      THEN ${`Held: the sender reached ${DAILY.sender} messages in a day.`}
    WHEN ${sent(sql`recipient = ${to} AND (given_up_at IS NULL OR tries > 0)`)} >= ${DAILY.recipient}
      THEN ${`Held: the recipient reached ${DAILY.recipient} messages in a day.`}
    END`;
}
