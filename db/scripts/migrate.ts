import { openDatabase } from "../client.server";
import { migrateDatabase } from "../migrate.server";
import { DATABASE_AUTH_TOKEN, DATABASE_URL } from "./environment";

const db = await openDatabase({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN, timeLimit: 60_000 });
await migrateDatabase(db);
db.close();
console.log(`The database is current: ${DATABASE_URL}`);
