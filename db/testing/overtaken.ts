import type { Database, Statement } from "../client.server";

/**
 * A database in which someone else's statement comes in just before the next batch, once. This is a race seen from
 * inside: what was read has changed by the time the commit arrives.
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
