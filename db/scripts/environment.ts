/** What the database scripts read; they run before the app's own environment is complete. */
export const DATABASE_URL = process.env.DATABASE_URL || "file:data/timbertally.db";
export const DATABASE_AUTH_TOKEN = process.env.DATABASE_AUTH_TOKEN || undefined;
export const maySeedDemo = process.env.NODE_ENV !== "production" || process.env.DEMO === "1";
