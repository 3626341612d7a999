import { loadEnvFiles } from "./env-files.mjs";

loadEnvFiles();

/** Settings of the database scripts; the scripts run before the app's own environment is complete. */
const primary = process.env.LIBSQL_PRIMARY_URL;
/** If an app server has a replica, migrations and seeds go to its primary; the replica gets them from there. */
export const DATABASE_URL = primary || process.env.DATABASE_URL || "file:data/timbertally.db";
export const DATABASE_AUTH_TOKEN =
  (primary ? process.env.LIBSQL_AUTH_TOKEN : process.env.DATABASE_AUTH_TOKEN) || undefined;
export const maySeedDemo = process.env.NODE_ENV !== "production" || process.env.DEMO === "1";
/** Location of a script's database. */
export type DatabaseAt = { url: string; authToken?: string };
export const PLACE: DatabaseAt = { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN };
