/** Words not specific to a company: its legal form, and connecting words. */
const COMMON = /^(and|of|the|for|a|an|at|in|llc|llp|inc|co|company|corp|corporation|ltd|lp|plc)$/i;

/**
 * Format the letters shown before a company's ticket numbers: its initials, "SLT" for Superior Land & Timber, Inc.; for
 * a single word its first three letters. Two companies may have the same code.
 */
export function formatCompanyCode(company: string): string {
  const words = company
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const own = words.filter((word) => !COMMON.test(word));
  const [only = "", ...others] = own.length ? own : words;
  const letters = others.length ? [only, ...others].map((word) => word[0]).join("") : only.slice(0, 3);
  const code = letters.slice(0, 4).toUpperCase();
  return /^[A-Z]/.test(code) ? code : `T${code}`.slice(0, 4);
}

/** Format a ticket's name for lists with several requesters: "SLT-1178". */
export const formatTicketName = (number: number, requester: string): string =>
  `${formatCompanyCode(requester)}-${number}`;

export type TicketName = { code: string; number: number };

/** Read "SLT-1178", in upper or lower case, with or without its #; null for anything else. */
export function parseTicketName(typed: string): TicketName | null {
  const match = /^#?([a-z][a-z0-9]{0,3})-(\d{1,9})$/i.exec(typed.trim());
  return match?.[1] && Number(match[2]) > 0
    ? { code: match[1].toUpperCase(), number: Number(match[2]) }
    : null;
}

/**
 * Return a function that names the tickets of one list: by number, with the requester's code if the list has tickets of
 * two requesters.
 */
export function createTicketNamer(
  tickets: readonly { number: number; requester: string }[],
): (ticket: { number: number; requester: string }) => string {
  const several = new Set(tickets.map(({ requester }) => requester)).size > 1;
  return ({ number, requester }) => (several ? formatTicketName(number, requester) : String(number));
}
