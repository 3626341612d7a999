/** News that carries no link to expire is not worth sending after this. */
export const KEEP_TRYING_DAYS = 7;

/** Line breaks, control characters, and characters that change the direction in which text is read. */
const INVISIBLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/**
 * Text that others typed (names of companies, jobs, people), made fit for a mail: short, on one line, and without
 * anything that a mail program would turn into a link or an address.
 */
export function unlinked(text: string, most: number): string {
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

/** How a mail begins its last paragraph, which says where to stop them. */
export const STOP_WORDS = "Stop these emails: ";

/** Where a mail of this body is stopped; null where it is not one that can be. */
export const stopLinkIn = (body: string): string | null =>
  /\nStop these emails: (https?:\/\/\S+\/unsubscribe\/[\w~-]+)$/.exec(body)?.[1] ?? null;

/** What lets its reader in: links by their token, codes of a text message. */
const SECRETS =
  /(\/(?:reset-password|verify-email)\?token=|\/invite\/|\/owner\/|\/unsubscribe\/|\/i\/\d+\?sig=[\w-]+\.|code is )[\w~-]+/g;

/** A message's words without what would let its reader in. */
export const withoutSecrets = (body: string): string => body.replace(SECRETS, "$1…");
export const hasSecret = (body: string): boolean => withoutSecrets(body) !== body;
