import { runCommand } from "./command";
import { PLACE } from "./environment";
import { importFuel } from "./fuel";

/** `npx tsx db/scripts/import-fuel.ts [FILE] [--anyway]`: EIA's weekly price of diesel, from its site or from a file. */
await runCommand("npx tsx db/scripts/import-fuel.ts [FILE] [--anyway]", () =>
  importFuel(PLACE, process.argv.slice(2), console.log),
);
