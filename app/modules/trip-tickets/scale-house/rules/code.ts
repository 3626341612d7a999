/** Typed or scanned text that identifies a load. */
export type LoadCode =
  | { kind: "ticket"; id: number }
  | { kind: "sheet"; id: number }
  | { kind: "text"; text: string; number: number | null };

const PRINTED = /(?:^|[/\s])(trip-tickets|sheets)\/(\d{1,15})(?:[/?#]|$)/;
/** The printed ticket URL, which people type. */
const NAMED = /(?:^|[/\s])trip-tickets\/([A-Za-z][A-Za-z0-9]{0,3}-\d{1,9})(?:[/?#]|$)/;

/** Parse a code: the URL in a printed QR code, a number with or without its #, or any other text. */
export function parseLoadCode(typed: string): LoadCode {
  const text = typed.trim();
  const printed = PRINTED.exec(text);
  if (printed) return { kind: printed[1] === "sheets" ? "sheet" : "ticket", id: Number(printed[2]) };
  const named = NAMED.exec(text)?.[1];
  if (named) return { kind: "text", text: named, number: null };
  const number = /^#?\s?(\d{1,9})$/.exec(text.replaceAll(",", ""));
  return { kind: "text", text, number: number ? Number(number[1]) : null };
}
