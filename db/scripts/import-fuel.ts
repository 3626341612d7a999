import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { codeOf } from "~/domain/records/records";
import {
  EIA_FILE,
  fetchFuelFile,
  importFuelPrices,
  NotFuelPrices,
  readFuelFile,
} from "~/features/fuel/import.server";
import { openDatabase } from "../client.server";
import { CannotOpen } from "../database";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";
import { runScript } from "./places";

/** So many lines that were left out are said by themselves. */
const MOST_SAID = 10;

/** `npm run import:fuel [-- FILE] [--anyway]`: EIA's weekly price of diesel, from its site or from a file. */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { anyway: { type: "boolean" } },
  });
  const [file, ...more] = positionals;
  if (more.length) throw new CannotOpen("Name one file at most: npm run import:fuel [-- FILE] [--anyway]");
  try {
    const bytes = file ? await readFile(file) : await fetchFuelFile();
    const { prices, leftOut } = await readFuelFile(bytes, values.anyway);
    for (const { line, why } of leftOut.slice(0, MOST_SAID)) console.log(`Line ${line} left out: ${why}`);
    if (leftOut.length > MOST_SAID) console.log(`${leftOut.length - MOST_SAID} more lines were left out.`);
    const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
    try {
      const { added, corrected, newest } = await importFuelPrices(db, prices, new Date());
      console.log(
        added + corrected
          ? `${added} prices added, ${corrected} corrected, up to the week of ${newest}.`
          : "Nothing is new.",
      );
    } finally {
      await db.close();
    }
  } catch (error) {
    if (error instanceof NotFuelPrices) throw new CannotOpen(`${file ?? EIA_FILE}: ${error.message}`);
    if (codeOf(error) === "ENOENT") throw new CannotOpen(`There is no file ${file}.`);
    throw error;
  }
});
