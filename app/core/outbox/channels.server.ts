import { env } from "~/web/env.server";

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
