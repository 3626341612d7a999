import { databasePlace, restore } from "../backup";
import { nameDatabase, runCommand } from "./command";
import { describe, readPlace } from "./places";

/** `npm run db:restore -- FILE [--sqld FOLDER]`: puts a backup in the database's place; the server is stopped. */
await runCommand("npm run db:restore -- FILE [--sqld FOLDER]", async () => {
  const { file, url, sqld } = readPlace("db:restore");
  const place = databasePlace(url, sqld);
  nameDatabase(place.file);
  const { aside, ...contents } = await restore(file, place, new Date());
  console.log(`${place.file} is what ${file} holds.\n${describe(contents)}`);
  if (aside) console.log(`What was there before lies in ${aside}.`);
});
