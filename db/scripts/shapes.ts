import { UnreadableZipError } from "~/lib/files/zip.server";
import { getErrorCode } from "~/lib/object/records";
import { type Database, openDatabase } from "../client.server";
import { CannotOpenError } from "../database";
import { NotShapesError } from "../geo-import/features";
import type { ImportMode, ImportResult } from "../geo-import/import.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** Runs an import of a shape file from the command line, printing its progress and the skipped items. */
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
    if (error instanceof NotShapesError || error instanceof UnreadableZipError)
      throw new CannotOpenError(`This file could not be read: ${error.message}`);
    if (getErrorCode(error) === "ENOENT") throw new CannotOpenError(`There is no file ${file}.`);
    throw error;
  } finally {
    await db.close();
  }
}
