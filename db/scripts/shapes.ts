import { UnreadableZipError } from "~/lib/files/zip.server";
import { getErrorCode } from "~/lib/object/records";
import { type Database, openDatabase } from "../client.server";
import { DatabaseOpenError } from "../database";
import { UnreadableShapesError } from "../geo-import/features";
import type { ImportMode, ImportResult } from "../geo-import/import.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** Run a shapefile import from the command line and print its progress and the skipped items. */
export async function runShapeImport(
  file: string,
  words: { what: string; leftOut: string },
  run: (db: Database, way: ImportMode) => Promise<ImportResult>,
) {
  const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
  try {
    const result = await run(db, {
      now: () => new Date(),
      progress: (done, refused) =>
        process.stdout.write(`\r${done.toLocaleString("en-US")} read, ${refused} left out`),
    });
    if (result.wasFinished) console.log("This file was imported before; nothing is new.");
    else {
      if (result.resumedAt) process.stdout.write(` (went on at ${result.resumedAt.toLocaleString("en-US")})`);
      console.log(`\nThe ${words.what} of ${file} are in.`);
    }
    if (result.refused) console.log(`${result.refused} of ${result.done} were left out: ${words.leftOut}.`);
  } catch (error) {
    if (error instanceof UnreadableShapesError || error instanceof UnreadableZipError)
      throw new DatabaseOpenError(`This file could not be read: ${error.message}`);
    if (getErrorCode(error) === "ENOENT") throw new DatabaseOpenError(`There is no file ${file}.`);
    throw error;
  } finally {
    await db.close();
  }
}
