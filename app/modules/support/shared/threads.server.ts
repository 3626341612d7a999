import { asc, eq } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { supportMessage, type supportThread, user } from "#db/schema";
import { createTextSchema, createTrimmedTextSchema } from "~/lib/text/input";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";

type Thread = typeof supportThread.$inferSelect;

const MAX_LENGTH = 4_000;

/** Text of a support message. */
export const messageBodySchema = createTrimmedTextSchema(
  MAX_LENGTH,
  `Use ${MAX_LENGTH.toLocaleString("en-US")} characters at most`,
  "Write your message",
).min(1, "Write your message");

/** Page and browser that the user was on; shown to the user before the message is sent. */
export const pageContextFields = {
  page: createTextSchema(300)
    .regex(/^\/(?!\/)/, "This isn't a page of this site")
    .nullish(),
  about: createTextSchema(300).nullish(),
};

/** Return the state of a conversation as text, for the user and the operators. */
export const getThreadStateLabel = ({
  state,
  waiting_since,
}: Pick<Thread, "state" | "waiting_since">): string =>
  state === "closed" ? "Closed" : waiting_since ? "Waiting for an answer" : "Answered";

/** Return the messages of a conversation, oldest first, marking those from the site's operators. */
export async function readMessages(read: Read, thread: number, zone: string, now: Date) {
  const rows = await read
    .select({ message: supportMessage, first_name: user.first_name, last_name: user.last_name })
    .from(supportMessage)
    .innerJoin(user, eq(user.id, supportMessage.author_user_id))
    .where(eq(supportMessage.support_thread_id, thread))
    .orderBy(asc(supportMessage.id));
  return rows.map(({ message, ...author }) => ({
    id: message.id,
    is_staff: message.is_staff,
    author: formatFullName(author),
    body: message.body,
    page: message.page,
    about: message.about,
    sent: { at: message.created_at, text: formatInstant(message.created_at, zone, now) },
  }));
}
