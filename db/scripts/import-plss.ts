import { parseArgs } from "node:util";
import { Unreadable } from "~/domain/files/zip.server";
import { codeOf } from "~/domain/records/records";
import { openDatabase } from "../client.server";
import { CannotOpen } from "../database";
import { NotPlss } from "../plss/features";
import { importPlss } from "../plss/import.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";
import { runScript } from "./places";

/** `npm run import:plss -- FILE [--sections] [--state MI]`: townships, or sections, of the public survey. */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { sections: { type: "boolean" }, state: { type: "string" } },
  });
  const [file, ...more] = positionals;
  const state = values.state?.toUpperCase();
  if (!file || more.length || (state && !/^[A-Z]{2}$/.test(state)))
    throw new CannotOpen("Name one file: npm run import:plss -- FILE [--sections] [--state MI]");
  const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
  const kind = values.sections ? "sections" : "townships";
  try {
    const found = await importPlss(db, file, {
      kind,
      state,
      now: () => new Date(),
      progress: (done, refused) =>
        process.stdout.write(`\r${done.toLocaleString("en-US")} read, ${refused} left out`),
    });
    if (found.wasFinished) console.log("This file was imported before; nothing is new.");
    else {
      if (found.resumedAt) process.stdout.write(` (went on at ${found.resumedAt.toLocaleString("en-US")})`);
      console.log(`\nThe ${kind} of ${file} are in.`);
    }
    if (found.refused)
      console.log(
        `${found.refused} of ${found.done} were left out: no ${kind}, no outline, or no known meridian.`,
      );
  } catch (error) {
    if (error instanceof NotPlss || error instanceof Unreadable)
      throw new CannotOpen(`This file could not be read: ${error.message}`);
    if (codeOf(error) === "ENOENT") throw new CannotOpen(`There is no file ${file}.`);
    throw error;
  } finally {
    await db.close();
  }
});
