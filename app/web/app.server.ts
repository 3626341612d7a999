import type { Logger } from "pino";
import { type Database, getDatabase } from "#db/client.server";
import { env } from "./env.server";
import { log } from "./log.server";

/** Services of the running app: its database, clock and log. */
export type App = { db: Database; now: () => Date; log: Logger };

export async function getApp(): Promise<App> {
  const db = await getDatabase(() => {
    const e = env();
    return {
      url: e.DATABASE_URL,
      authToken: e.DATABASE_AUTH_TOKEN,
      timeLimit: e.LIBSQL_LIMIT_MS,
      report: (level, message, facts) => log[level](facts ?? {}, message),
      primary: e.LIBSQL_PRIMARY_URL
        ? {
            url: e.LIBSQL_PRIMARY_URL,
            authToken: e.LIBSQL_AUTH_TOKEN,
            syncSeconds: e.LIBSQL_SYNC_SECONDS,
            waitLimit: e.LIBSQL_WAIT_MS,
          }
        : undefined,
    };
  });
  return { db, now: () => new Date(), log };
}
