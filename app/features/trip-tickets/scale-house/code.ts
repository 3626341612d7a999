/** What a clerk typed or scanned to name a load. */
export type Code =
  | { kind: "ticket"; id: number }
  | { kind: "sheet"; id: number }
  | { kind: "text"; text: string; number: number | null };

const PRINTED = /(?:^|[/\s])(trip-tickets|sheets)\/(\d{1,15})(?:[/?#]|$)/;

/** Read a code: the address in a printed QR code, a number with or without its #, or any other text. */
export function readCode(typed: string): Code {
  const text = typed.trim();
  const printed = PRINTED.exec(text);
  if (printed) return { kind: printed[1] === "sheets" ? "sheet" : "ticket", id: Number(printed[2]) };
  const number = /^#?\s?(\d{1,9})$/.exec(text.replaceAll(",", ""));
  return { kind: "text", text, number: number ? Number(number[1]) : null };
}
