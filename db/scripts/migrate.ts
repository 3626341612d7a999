import { migrateDatabase } from "../migrate.server";
import { openForCommand, runCommand } from "./command";
import { DATABASE_URL } from "./environment";

/**
 * `npm run db:migrate` brings the database to the current schema: the primary if there is one, else the embedded one. A
 * deployment specifies which one: `--primary` once before the servers start, `--embedded` on the machine that has the
 * file. Either does nothing if the other one applies.
 */
await runCommand("npm run db:migrate [-- --primary|--embedded]", async () => {
  const hasPrimary = Boolean(process.env.LIBSQL_PRIMARY_URL);
  if (process.argv.includes(hasPrimary ? "--embedded" : "--primary")) {
    console.log("There is nothing to migrate from here.");
    return;
  }
  const db = await openForCommand({ mayCreate: true });
  try {
    await migrateDatabase(db);
  } finally {
    await db.close();
  }
  console.log(`The database is current: ${DATABASE_URL}`);
});
