import { backUp, databasePlace, noteBackup } from "../backup";
import { nameDatabase, runCommand } from "./command";
import { describe, readPlace } from "./places";

/** `npm run db:backup -- FILE [--sqld FOLDER]`: a copy of the database as it is now, while it is in use. */
await runCommand("npm run db:backup -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = readPlace("db:backup");
  const place = databasePlace(url, sqld);
  nameDatabase(place.file);
  const said = describe(await backUp(place, file));
  console.log(`${file}: a backup of ${place.file}, read through and sound.\n${said}`);
  if (!(await noteBackup(place, said, new Date())))
    console.log("The admin pages do not know of it: only a file's own database can be told.");
});
