import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { createRandom } from "#db/random";
import { escapeFormulaCell } from "~/lib/text/csv-guard";
import { writeCsv } from "../data/write-csv.server";
import type { ExportColumn, ExportRow } from "./columns";

const KEYS = ["load_id", "job", "comment", "volume"] as const;
const columns: ExportColumn[] = KEYS.map((key) => ({ key, value: `=${key}, "said"` }));

async function written(rows: unknown[][], separator: string): Promise<string> {
  const facts = rows.map((cells) => Object.fromEntries(KEYS.map((key, n) => [key, cells[n]])));
  async function* chunks() {
    for (let index = 0; index < facts.length; index += 3)
      yield facts.slice(index, index + 3) as unknown as ExportRow[];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeCsv(chunks(), columns, separator)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const PIECES = [
  ..."=+-@;,|\t\r\n\"' a1\uff1d\uff0b\uff0d\uff20é\u2028😀",
  "-5",
  "=1+1",
  "2026-11-16",
  "Aspen",
];

test("writes the same CSV as the csv-stringify library for any cell content", async () => {
  const random = createRandom(23);
  const cell = () => {
    if (random.chance(0.15)) return null;
    if (random.chance(0.15)) return random.between(-4_500, 4_500) / 1000;
    return Array.from({ length: random.between(0, 4) }, () => random.pick(PIECES)).join("");
  };
  for (const separator of [",", ";", "\t", ":"]) {
    // Write more values than the writer caches.
    const rows = Array.from({ length: 1_000 }, () => KEYS.map(cell));
    const lines = [columns.map(({ value }) => value), ...rows].map((cells) => cells.map(escapeFormulaCell));
    const options = { delimiter: separator, bom: true, escape_formulas: true, quoted_match: /[;\t|]/ };
    expect(await written(rows, separator)).toBe(stringify(lines, options));
  }
});
