/** Maximum age in days for sending a message without a shorter expiry. */
export const RETRY_DAYS = 7;

/** Match line breaks, control characters, and characters that change the reading direction. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Make text typed by users (names of companies, jobs, people) safe for a mail: short, on one line, and without anything
 * that a mail program would turn into a link or an address.
 */
export function removeLinks(text: string, most: number): string {
  const short = text.length > most * 2 ? text.slice(0, most * 2) : text;
  const plain = short
    .replace(INVISIBLE, " ")
    .replace(/:\/\//g, ": ")
    .replace(/@/g, " at ")
    .replace(/\.(?=\p{L})/gu, ". ")
    .replace(/ {2,}/g, " ")
    .trim();
  return plain.length > most ? `${plain.slice(0, most - 1).trimEnd()}…` : plain;
}

/** Start of a mail's last paragraph, which contains the unsubscribe link. */
export const STOP_LINK_PREFIX = "Stop these emails: ";

/** Find the unsubscribe link in a mail body; null if there is none. */
export const findStopLink = (body: string): string | null =>
  /\nStop these emails: (https?:\/\/\S+\/unsubscribe\/[\w~-]+)$/.exec(body)?.[1] ?? null;

/** Match secrets that grant access: tokens in links, codes in text messages. */
const SECRETS =
  /(\/(?:reset-password|verify-email)\?token=|\/invite\/|\/owner\/|\/unsubscribe\/|\/i\/\d+\?sig=[\w-]+\.|code is )[\w~-]+/g;

/** Remove the secrets that grant access from a message's text. */
export const redactSecrets = (body: string): string => body.replace(SECRETS, "$1…");
export const containsSecret = (body: string): boolean => redactSecrets(body) !== body;
