import { Unreadable } from "~/domain/files/zip.server";
import { codeOf } from "~/domain/records/records";
import { type Database, openDatabase } from "../client.server";
import { CannotOpen } from "../database";
import { NotShapes } from "../shapes/features";
import type { Imported, ImportWay } from "../shapes/import.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/** Runs an import of a file of shapes from the command line, saying how far it is and what was left out. */
export async function runShapeImport(
  file: string,
  words: { what: string; leftOut: string },
  run: (db: Database, way: ImportWay) => Promise<Imported>,
) {
  const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
  try {
    const found = await run(db, {
      now: () => new Date(),
      progress: (done, refused) =>
        process.stdout.write(`\r${done.toLocaleString("en-US")} read, ${refused} left out`),
    });
    if (found.wasFinished) console.log("This file was imported before; nothing is new.");
    else {
      if (found.resumedAt) process.stdout.write(` (went on at ${found.resumedAt.toLocaleString("en-US")})`);
      console.log(`\nThe ${words.what} of ${file} are in.`);
    }
    if (found.refused) console.log(`${found.refused} of ${found.done} were left out: ${words.leftOut}.`);
  } catch (error) {
    if (error instanceof NotShapes || error instanceof Unreadable)
      throw new CannotOpen(`This file could not be read: ${error.message}`);
    if (codeOf(error) === "ENOENT") throw new CannotOpen(`There is no file ${file}.`);
    throw error;
  } finally {
    await db.close();
  }
}
