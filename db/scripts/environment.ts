import { loadEnvFiles } from "./env-files.mjs";

loadEnvFiles();

/** Settings of the database scripts, which run before the app's environment is complete. */
const primary = process.env.LIBSQL_PRIMARY_URL;
/** If app servers have replicas, migrations and seeds are written to the primary; the replicas sync them. */
export const DATABASE_URL = primary || process.env.DATABASE_URL || "file:data/timbertally.db";
export const DATABASE_AUTH_TOKEN =
  (primary ? process.env.LIBSQL_AUTH_TOKEN : process.env.DATABASE_AUTH_TOKEN) || undefined;
export const maySeedDemo = process.env.NODE_ENV !== "production" || process.env.DEMO === "1";
/** Location of the database that a script uses. */
export type DatabaseLocation = { url: string; authToken?: string };
export const DATABASE_LOCATION: DatabaseLocation = { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN };
