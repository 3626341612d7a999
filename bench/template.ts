/** A value of a row, as SQLite gives it. */
export type Value = string | number | bigint | null | Uint8Array;
/** All rows of all statements of a page: statement, row, column. */
export type RowSets = Value[][][];

type Hole = { set: number; row: number; column: number };
export type Template = { texts: string[]; holes: Hole[] };

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
/** As React writes text. */
export const escapeHtml = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (c) => ESCAPES[c] as string) : text;

/** Short words and small numbers appear in a page for other reasons too. */
const telling = (value: Value): boolean =>
  typeof value === "string" ? value.length >= 4 : typeof value === "number" && value >= 1000;

/**
 * Cut a finished document wherever it shows a value of the rows it was made from, so that it can be filled in with
 * fresh rows. Anything computed from a row (a time in words, a volume) stays as it was.
 */
export function templateOf(html: string, sets: RowSets): Template {
  const places = new Map<string, Hole>();
  for (const [set, rows] of sets.entries())
    for (const [row, values] of rows.entries())
      for (const [column, value] of values.entries()) {
        if (!telling(value)) continue;
        const text = escapeHtml(String(value));
        if (!places.has(text)) places.set(text, { set, row, column });
      }
  const words = [...places.keys()].sort((a, b) => b.length - a.length);
  if (words.length === 0) return { texts: [html], holes: [] };
  const pattern = new RegExp(words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  const texts: string[] = [];
  const holes: Hole[] = [];
  let from = 0;
  for (const found of html.matchAll(pattern)) {
    texts.push(html.slice(from, found.index));
    holes.push(places.get(found[0]) as Hole);
    from = found.index + found[0].length;
  }
  texts.push(html.slice(from));
  return { texts, holes };
}

/** The document again, with the values of these rows. */
export function fill({ texts, holes }: Template, sets: RowSets): string {
  let html = texts[0] as string;
  for (let i = 0; i < holes.length; i++) {
    const { set, row, column } = holes[i] as Hole;
    html += escapeHtml(String(sets[set]?.[row]?.[column] ?? "")) + texts[i + 1];
  }
  return html;
}
