import type { Database, Statement } from "../client.server";

/**
 * A database in which somebody else's statement comes in just before the next batch, once. It is what a race looks
 * like from inside: what was read is no longer so when the commit arrives.
 */
export function overtaken(db: Database, by: Statement): Database {
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
