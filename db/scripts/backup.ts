import { backUp, databasePlace } from "../backup";
import { describe, readPlace, runScript } from "./places";

/** `npm run db:backup -- FILE [--sqld FOLDER]`: a copy of the database as it is now, while it is in use. */
await runScript(async () => {
  const { file, url, sqld } = readPlace("db:backup");
  const place = databasePlace(url, sqld);
  console.log(
    `${file}: a backup of ${place.file}, read through and sound.\n${describe(await backUp(place, file))}`,
  );
});
