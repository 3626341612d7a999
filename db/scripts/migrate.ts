import { openDatabase } from "../client.server";
import { migrateDatabase } from "../migrate.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

/**
 * `npm run db:migrate` brings the database to the current schema: the primary's where there is one, else the
 * embedded one. A deployment says which it means: `--primary` before the servers start, once; `--embedded` on the
 * machine that has the file. Either does nothing where the other is meant.
 */
const primary = Boolean(process.env.LIBSQL_PRIMARY_URL);
const skipped = process.argv.includes(primary ? "--embedded" : "--primary");
if (skipped) console.log("There is nothing to migrate from here.");
else {
  const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
  await migrateDatabase(db);
  await db.close();
  console.log(`The database is current: ${DATABASE_URL}`);
}
