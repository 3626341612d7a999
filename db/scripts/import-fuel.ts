import { runCommand } from "./command";
import { DATABASE_LOCATION } from "./environment";
import { runFuelPriceImport } from "./fuel";

/**
 * `npx tsx db/scripts/import-fuel.ts [FILE] [--anyway]`: imports EIA's weekly diesel prices from its website or from a
 * file.
 */
await runCommand("npx tsx db/scripts/import-fuel.ts [FILE] [--anyway]", () =>
  runFuelPriceImport(DATABASE_LOCATION, process.argv.slice(2), console.log),
);
