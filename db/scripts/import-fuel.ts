import { runCommand } from "./command";
import { PLACE } from "./environment";
import { importFuel } from "./fuel";

/** `npm run import:fuel [-- FILE] [--anyway]`: EIA's weekly price of diesel, from its site or from a file. */
await runCommand("npm run import:fuel [-- FILE] [--anyway]", () =>
  importFuel(PLACE, process.argv.slice(2), console.log),
);
