/** Maximum age in days for sending a message without an expiring link. */
export const RETRY_DAYS = 7;

/** Line breaks, control characters, and characters that change the direction in which text is read. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Make text that others typed (names of companies, jobs, people) safe for a mail: short, on one line, and without
 * anything that a mail program would turn into a link or an address.
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

/** Start of a mail's last paragraph, which holds the unsubscribe link. */
export const STOP_LINK_PREFIX = "Stop these emails: ";

/** Unsubscribe link in a mail body; null if it has none. */
export const findStopLink = (body: string): string | null =>
  /\nStop these emails: (https?:\/\/\S+\/unsubscribe\/[\w~-]+)$/.exec(body)?.[1] ?? null;

/** Secrets that grant access: tokens in links, codes in text messages. */
const SECRETS =
  /(\/(?:reset-password|verify-email)\?token=|\/invite\/|\/owner\/|\/unsubscribe\/|\/i\/\d+\?sig=[\w-]+\.|code is )[\w~-]+/g;

/** Text of a message without the secrets that grant access. */
export const redactSecrets = (body: string): string => body.replace(SECRETS, "$1…");
export const containsSecret = (body: string): boolean => redactSecrets(body) !== body;
