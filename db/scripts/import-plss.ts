import { parseArgs } from "node:util";
import { DatabaseOpenError } from "../database";
import { importPlss } from "../plss/import.server";
import { runCommand } from "./command";
import { runShapeImport } from "./shapes";

/**
 * `npx tsx db/scripts/import-plss.ts FILE [--sections] [--state MI]`: imports townships, or sections, of the public
 * survey.
 */
await runCommand("npx tsx db/scripts/import-plss.ts FILE [--sections] [--state MI]", async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sections: { type: "boolean" }, state: { type: "string" } },
  });
  const [file, ...more] = positionals;
  const state = values.state?.toUpperCase();
  if (!file || more.length || (state && !/^[A-Z]{2}$/.test(state)))
    throw new DatabaseOpenError(
      "Name one file: npx tsx db/scripts/import-plss.ts FILE [--sections] [--state MI]",
    );
  const kind = values.sections ? "sections" : "townships";
  const leftOut = `no ${kind}, no outline, or no known meridian`;
  await runShapeImport(file, { what: kind, leftOut }, (db, way) =>
    importPlss(db, file, { ...way, kind, state }),
  );
});
