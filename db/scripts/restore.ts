import { getDatabaseFileLocation, restore } from "../backup";
import { printDatabaseName, runCommand } from "./command";
import { formatDatabaseSummary, parseDatabaseArguments } from "./places";

/** `npm run db:restore -- FILE [--sqld FOLDER]`: replaces the database with a backup; the server must be stopped. */
await runCommand("npm run db:restore -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = parseDatabaseArguments("db:restore");
  const place = getDatabaseFileLocation(url, sqld);
  printDatabaseName(place.file);
  const { aside, ...contents } = await restore(file, place, new Date());
  console.log(`${place.file} is what ${file} holds.\n${formatDatabaseSummary(contents)}`);
  if (aside) console.log(`What was there before lies in ${aside}.`);
});
