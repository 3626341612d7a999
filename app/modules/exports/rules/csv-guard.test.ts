import { expect, test } from "vitest";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { writeCsv } from "../data/write-csv.server";
import type { ExportRow } from "./columns";

/**
 * Parse a file like a spreadsheet program in another country, which splits at a different separator and recognizes
 * quotes only at a cell's start.
 */
function opened(text: string, mark: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const c = text[index] ?? "";
    if (quoted && c === '"' && text[index + 1] === '"') {
      cell += '"';
      index++;
    } else if (c === '"' && (quoted || cell === "")) quoted = !quoted;
    else if (!quoted && (c === mark || c === "\n" || c === "\r")) {
      cells.push(cell);
      cell = "";
    } else cell += c;
  }
  return [...cells, cell];
}

const NAMES = [
  '";=1+1;"',
  ";=1+1",
  '";"=1+1"',
  "a;@SUM(1)",
  "a\t+1",
  "a,-1",
  "a\n=1+1",
  '"; =1+1',
  "a;'=1+1",
];

test.each(NAMES)("no country's spreadsheet evaluates a job named %j as a formula", async (job) => {
  for (const separator of [",", ";", "\t"])
    for (const mark of [",", ";", "\t"]) {
      async function* rows() {
        yield [{ load_id: 7, job, county: "Crawford" } as unknown as ExportRow];
      }
      const columns = ["load_id", "job", "county"].map((key) => ({ key, value: key }));
      let text = "";
      for await (const piece of writeCsv(rows(), columns, separator)) text += new TextDecoder().decode(piece);
      for (const cell of opened(text, mark)) expect(cell.trimStart()).not.toMatch(/^[=@]|^[+-]/);
    }
});

test("escapeFormulaCell leaves ordinary text and numbers unchanged", () => {
  for (const cell of [
    "Bolts, mixed hardwood",
    "Ring at 7; leave -5 F alone",
    "2026-11-16 14:05",
    27.4,
    null,
    "",
  ])
    expect(escapeFormulaCell(cell)).toBe(cell);
});
