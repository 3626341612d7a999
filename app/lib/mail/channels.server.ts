import { env } from "~/web/env.server";

/** Return the channels through which this site sends messages. */
export const getEnabledChannels = () => ({ mail: Boolean(env().SMTP_URL), text: Boolean(env().TEXTER_URL) });

/** Check whether anyone can read mail: the site sends it, or its outbox shows it, as in a demo. */
export const isMailReadable = () =>
  getEnabledChannels().mail || env().DEMO || env().NODE_ENV !== "production";

/** Return the channel for a person: mail if they have an email, otherwise text if this site sends texts. */
export function getChannel(to: { email: string | null; phone: string | null }): "mail" | "text" | null {
  if (to.email) return "mail";
  return to.phone && getEnabledChannels().text ? "text" : null;
}

/** Return the channel by which a message really reaches a person, for use in page texts; null if there is none. */
export function getEnabledChannel(to: {
  email: string | null;
  phone: string | null;
}): "mail" | "text" | null {
  const channel = getChannel(to);
  return channel && getEnabledChannels()[channel] ? channel : null;
}
