import { asc, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { supportMessage, type supportThread, user } from "#db/schema";
import { text, trimmed } from "~/domain/text/input";
import { fullName } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";

type Thread = typeof supportThread.$inferSelect;

const MOST_SAID = 4_000;

/** What is written in a conversation. */
export const bodyInput = trimmed(
  MOST_SAID,
  `Use ${MOST_SAID.toLocaleString("en-US")} characters at most`,
  "Write your message",
).min(1, "Write your message");

/** Where the person was, and with what: shown to them before they send it. */
export const aboutInput = {
  page: text(300)
    .regex(/^\/(?!\/)/, "This isn't a page of this site")
    .nullish(),
  about: text(300).nullish(),
};

/** How a conversation stands, in words for either side. */
export const threadState = ({ state, waits_since }: Pick<Thread, "state" | "waits_since">): string =>
  state === "closed" ? "Closed" : waits_since ? "Waiting for an answer" : "Answered";

/** The messages of a conversation, the first one first. Those of the people who run the site bear no name for others. */
export async function messagesOf(read: Read, thread: number, zone: string, now: Date) {
  const rows = await read
    .select({ message: supportMessage, first_name: user.first_name, last_name: user.last_name })
    .from(supportMessage)
    .innerJoin(user, eq(user.id, supportMessage.author_user_id))
    .where(eq(supportMessage.support_thread_id, thread))
    .orderBy(asc(supportMessage.id));
  return rows.map(({ message, ...author }) => ({
    id: message.id,
    is_staff: message.is_staff,
    author: fullName(author),
    body: message.body,
    page: message.page,
    about: message.about,
    sent: { at: message.created_at, text: formatInstant(message.created_at, zone, now) },
  }));
}
