import { migrateDatabase } from "../migrate.server";
import { openDatabaseForCommand, runCommand } from "./command";
import { DATABASE_URL } from "./environment";

/**
 * `npm run db:migrate` migrates the primary if there is one, else the embedded database file. A deployment runs it with
 * `--primary` once before the servers start, or with `--embedded` on the machine that has the file. `--primary` does
 * nothing if there is no primary, and `--embedded` does nothing if there is one.
 */
await runCommand("npm run db:migrate [-- --primary|--embedded]", async () => {
  const hasPrimary = Boolean(process.env.LIBSQL_PRIMARY_URL);
  if (process.argv.includes(hasPrimary ? "--embedded" : "--primary")) {
    console.log("There is nothing to migrate from here.");
    return;
  }
  const db = await openDatabaseForCommand({ mayCreate: true });
  try {
    await migrateDatabase(db);
  } finally {
    await db.close();
  }
  console.log(`The database is current: ${DATABASE_URL}`);
});
