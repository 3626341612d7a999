import type { Database, Statement } from "../client.server";

/**
 * A database in which another user's statement runs just before the next batch, once. This simulates a race: the data
 * that was read has changed by the time of the commit.
 */
export function createOvertakenDatabase(db: Database, by: Statement): Database {
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
