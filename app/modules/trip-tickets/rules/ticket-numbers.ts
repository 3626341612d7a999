import { parseTicketName } from "./ticket-name";

const MAX_NUMBERS = 50;

/** Parse "1042, 1043 SLT-1050" as ticket numbers; `wrong` contains the words that aren't numbers. */
export function parseTicketNumberList(
  text: string,
  max = MAX_NUMBERS,
): { numbers: number[]; wrong: string[] } {
  const typed = text.split(/[\s,;#]+/).filter(Boolean);
  const words = typed.map((word) => String(parseTicketName(word)?.number ?? word));
  const isNumber = (word: string) => /^\d{1,9}$/.test(word) && Number(word) > 0;
  const numbers = [...new Set(words.filter(isNumber).map(Number))].slice(0, max);
  return { numbers, wrong: words.filter((word) => !isNumber(word)) };
}
