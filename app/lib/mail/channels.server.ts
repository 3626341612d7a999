import { env } from "~/web/env.server";

/** Channels through which this site sends messages. */
export const getEnabledChannels = () => ({ mail: Boolean(env().SMTP_URL), text: Boolean(env().TEXTER_URL) });

/** True if mail is read at all: it is sent, or this is a demo whose outbox shows it. */
export const isMailReadable = () =>
  getEnabledChannels().mail || env().DEMO || env().NODE_ENV !== "production";

/** Channel for a person: mail if they have an email, otherwise text if this site sends texts. */
export function getChannel(to: { email: string | null; phone: string | null }): "mail" | "text" | null {
  if (to.email) return "mail";
  return to.phone && getEnabledChannels().text ? "text" : null;
}

/** Channel by which a message is really sent to a person, for use in page texts; null if there is none. */
export function getEnabledChannel(to: {
  email: string | null;
  phone: string | null;
}): "mail" | "text" | null {
  const channel = getChannel(to);
  return channel && getEnabledChannels()[channel] ? channel : null;
}
