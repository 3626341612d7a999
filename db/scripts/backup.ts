import { backUp, getDatabasePlace, recordBackup } from "../backup";
import { nameDatabase, runCommand } from "./command";
import { describeContents, readDatabasePlace } from "./places";

/** `npm run db:backup -- FILE [--sqld FOLDER]`: copies the database in its current state, while it is in use. */
await runCommand("npm run db:backup -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = readDatabasePlace("db:backup");
  const place = getDatabasePlace(url, sqld);
  nameDatabase(place.file);
  const contents = describeContents(await backUp(place, file));
  console.log(`${file}: a backup of ${place.file}, read through and sound.\n${contents}`);
  if (!(await recordBackup(place, contents, new Date())))
    console.log("The admin pages do not know of it: only a file's own database can be told.");
});
