import { PLACE } from "./environment";
import { importFuel } from "./fuel";
import { runScript } from "./places";

/** `npm run import:fuel [-- FILE] [--anyway]`: EIA's weekly price of diesel, from its site or from a file. */
await runScript(() => importFuel(PLACE, process.argv.slice(2), console.log));
