import { guessMapping, STATEMENT_FIELD_KEYS } from "./statement";

const MARKS = ["\t", ";", ",", "|"];
/** Number of lines examined to detect the delimiter; a letterhead has fewer lines. */
const LOOKED_AT = 40;

/**
 * Detect the cell delimiter of a pasted statement: the character that occurs equally often in the most lines. A
 * letterhead above the table has other characters, or none.
 */
export function detectDelimiter(text: string): string {
  const lines = text
    .slice(0, 32_000)
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .slice(0, LOOKED_AT);
  const usual = MARKS.map((mark) => {
    const tally = new Map<number, number>();
    for (const line of lines) {
      const n = line.split(mark).length - 1;
      if (n > 0) tally.set(n, (tally.get(n) ?? 0) + 1);
    }
    const [marks, times] = [...tally].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
    return { mark, marks, times };
  });
  return usual.reduce((best, c) =>
    c.times > best.times || (c.times === best.times && c.marks > best.marks) ? c : best,
  ).mark;
}

/**
 * Return the index of the heading row: the row above the first load with the most known column names, or else the first
 * row with two cells. Rows above it are the letterhead. -1 if there is no heading.
 */
export function findHeadingRow(
  rows: readonly (readonly string[])[],
  named: (row: readonly string[]) => number = statementWords,
): number {
  const words = rows.slice(0, LOOKED_AT).map(named);
  const most = Math.max(0, ...words);
  if (most >= 2) return words.indexOf(most);
  return rows.findIndex((row) => row.filter(Boolean).length >= 2);
}

function statementWords(row: readonly string[]): number {
  const columns = guessMapping(row);
  return STATEMENT_FIELD_KEYS.filter((field) => columns[field] !== undefined).length;
}

const LOAD_WORDS =
  /\b(?:date|time|ticket|load|loaded|delivered|job|tract|sale|contract|mill|destination|product|species|hauler|trucker|carrier|truck|driver|logger|cutter|landing|gross|tare|net|tons?|cords?|mbf|volume|units?)\b/i;
/** Count the cells of a row that look like column names of a load list. */
export const countColumnNameCells = (row: readonly string[]): number =>
  row.filter((cell) => cell.length <= 40 && LOAD_WORDS.test(cell)).length;

const TOTAL =
  /^(?:(?:grand|sub|page|week|weekly|day|daily|job|month|monthly|statement|report)[\s-]*)?totals?(?:\s+(?:loads?|tons?|net|gross|weight|volume|due|for|of)\b.*)?\s*:?\s*[\d,.]*$/i;
const COUNT = /^(?:number of |no\. of )?loads\s*:?\s*\d*$/i;

/** Check whether a row below the heading is a load, and not a total, a repeated heading, or a letterhead line. */
export function isLoadRow(row: readonly string[], heading: readonly string[]): boolean {
  const filled = row.filter(Boolean);
  if (filled.length < 2) return false;
  const [first = ""] = filled;
  if (TOTAL.test(first) || COUNT.test(first)) return false;
  return row.some((cell, index) => cell !== (heading[index] ?? ""));
}
