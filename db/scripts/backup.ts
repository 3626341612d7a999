import { backUp, getDatabaseFileLocation, recordBackup } from "../backup";
import { printDatabaseName, runCommand } from "./command";
import { formatDatabaseSummary, parseDatabaseArguments } from "./places";

/** `npm run db:backup -- FILE [--sqld FOLDER]`: copies the database in its current state, while it is in use. */
await runCommand("npm run db:backup -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = parseDatabaseArguments("db:backup");
  const place = getDatabaseFileLocation(url, sqld);
  printDatabaseName(place.file);
  const contents = formatDatabaseSummary(await backUp(place, file));
  console.log(`${file}: a backup of ${place.file}, read through and sound.\n${contents}`);
  if (!(await recordBackup(place, contents, new Date())))
    console.log("The admin pages do not know of it: only a file's own database can be told.");
});
