import { loadEnvFiles } from "./env-files.mjs";

loadEnvFiles();

/** What the database scripts read; they run before the app's own environment is complete. */
const primary = process.env.LIBSQL_PRIMARY_URL;
/** Where an app server has a replica, migrations and seeds go to its primary; the replica gets them from there. */
export const DATABASE_URL = primary || process.env.DATABASE_URL || "file:data/timbertally.db";
export const DATABASE_AUTH_TOKEN =
  (primary ? process.env.LIBSQL_AUTH_TOKEN : process.env.DATABASE_AUTH_TOKEN) || undefined;
export const maySeedDemo = process.env.NODE_ENV !== "production" || process.env.DEMO === "1";
/** Where a script's database is. */
export type DatabaseAt = { url: string; authToken?: string };
export const PLACE: DatabaseAt = { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN };
