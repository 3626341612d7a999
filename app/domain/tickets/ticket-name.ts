/** Words that aren't a company's own: what kind it is, and what only joins the others. */
const COMMON = /^(and|of|the|for|a|an|at|in|llc|llp|inc|co|company|corp|corporation|ltd|lp|plc)$/i;

/**
 * The letters that people say before a company's ticket numbers: its initials, "SLT" for Superior Land & Timber, Inc.; of one
 * word its first three letters. Two companies may have the same ones.
 */
export function shortCode(company: string): string {
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

/** What people call a ticket where several requesters number theirs: "SLT-1178". */
export const ticketName = (number: number, requester: string): string => `${shortCode(requester)}-${number}`;

export type TicketName = { code: string; number: number };

/** Read "SLT-1178", in capitals or not, with or without its #; null where it's something else. */
export function readTicketName(typed: string): TicketName | null {
  const match = /^#?([a-z][a-z0-9]{0,3})-(\d{1,9})$/i.exec(typed.trim());
  return match?.[1] && Number(match[2]) > 0
    ? { code: match[1].toUpperCase(), number: Number(match[2]) }
    : null;
}

/** How the tickets of one list are called: by the number, with the requester's code where two requesters meet. */
export function namesAmong(
  tickets: readonly { number: number; requester: string }[],
): (ticket: { number: number; requester: string }) => string {
  const several = new Set(tickets.map(({ requester }) => requester)).size > 1;
  return ({ number, requester }) => (several ? ticketName(number, requester) : String(number));
}
