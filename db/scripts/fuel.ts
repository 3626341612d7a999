import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { getErrorCode } from "~/lib/object/records";
import {
  EIA_FILE_URL,
  fetchFuelFile,
  InvalidFuelFileError,
  importFuelPrices,
  readFuelFile,
} from "~/modules/fuel/data/import.server";
import { openDatabase } from "../client.server";
import { DatabaseOpenError } from "../database";
import type { DatabaseLocation } from "./environment";

/** Maximum number of skipped lines that are listed individually. */
const MAX_LENGTH = 10;

/** Imports EIA's weekly price of diesel, from its site or from the file named on the command line. */
export async function runFuelPriceImport(
  place: DatabaseLocation,
  words: string[],
  say: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { anyway: { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (more.length)
    throw new DatabaseOpenError("Name one file at most: npx tsx db/scripts/import-fuel.ts [FILE] [--anyway]");
  try {
    const bytes = file ? await readFile(file) : await fetchFuelFile();
    const { prices, leftOut } = await readFuelFile(bytes, values.anyway);
    for (const { line, why } of leftOut.slice(0, MAX_LENGTH)) say(`Line ${line} left out: ${why}`);
    if (leftOut.length > MAX_LENGTH) say(`${leftOut.length - MAX_LENGTH} more lines were left out.`);
    const db = await openDatabase({ ...place, timeLimit: 60_000 });
    try {
      const { added, corrected, newest } = await importFuelPrices(db, prices, new Date());
      say(
        added + corrected
          ? `${added} prices added, ${corrected} corrected, up to the week of ${newest}.`
          : "Nothing is new.",
      );
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof InvalidFuelFileError)
      throw new DatabaseOpenError(`${file ?? EIA_FILE_URL}: ${error.message}`);
    if (getErrorCode(error) === "ENOENT") throw new DatabaseOpenError(`There is no file ${file}.`);
    throw error;
  }
}
