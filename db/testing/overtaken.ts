import type { Database, Statement } from "../client.server";

/**
 * Wrap a database so that another user's SQL statement runs once, just before the next batch. This simulates a race:
 * data read earlier has changed by the time of the commit.
 */
export function createRaceDatabase(db: Database, by: Statement): Database {
  let waiting: Statement | null = by;
  return {
    ...db,
    async batch(statements) {
      const first = waiting;
      waiting = null;
      if (first) await db.batch([first]);
      return db.batch(statements);
    },
  };
}
