import type { Logger } from "pino";
import { type Database, database } from "#db/client.server";
import { env } from "./env.server";
import { log } from "./log.server";

/** What the running app stands on: its database, its clock, its log. */
export type App = { db: Database; now: () => Date; log: Logger };

export async function app(): Promise<App> {
  const { DATABASE_URL, DATABASE_AUTH_TOKEN } = env();
  const db = await database(() => ({ url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN }));
  return { db, now: () => new Date(), log };
}
