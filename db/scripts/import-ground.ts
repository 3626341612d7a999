import { parseArgs } from "node:util";
import { DatabaseOpenError } from "../database";
import { importTigerFile } from "../ground/import.server";
import { runCommand } from "./command";
import { runShapeImport } from "./shapes";

/**
 * `npx tsx db/scripts/import-ground.ts FILE…`: imports roads, water and towns of the Census (TIGER/Line), for all maps
 * (docs/maps.md).
 */
await runCommand("npx tsx db/scripts/import-ground.ts FILE [FILE …]", async () => {
  const { positionals: files } = parseArgs({ allowPositionals: true });
  if (files.length === 0)
    throw new DatabaseOpenError("Name the files: npx tsx db/scripts/import-ground.ts FILE [FILE …]");
  const words = {
    what: "roads, waters and towns",
    leftOut: "not a road, a water or a town, or without a shape",
  };
  for (const file of files) await runShapeImport(file, words, (db, way) => importTigerFile(db, file, way));
});
