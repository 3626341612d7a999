import { getDatabasePlace, restore } from "../backup";
import { nameDatabase, runCommand } from "./command";
import { describeContents, readDatabasePlace } from "./places";

/** `npm run db:restore -- FILE [--sqld FOLDER]`: replaces the database with a backup; the server must be stopped. */
await runCommand("npm run db:restore -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = readDatabasePlace("db:restore");
  const place = getDatabasePlace(url, sqld);
  nameDatabase(place.file);
  const { aside, ...contents } = await restore(file, place, new Date());
  console.log(`${place.file} is what ${file} holds.\n${describeContents(contents)}`);
  if (aside) console.log(`What was there before lies in ${aside}.`);
});
