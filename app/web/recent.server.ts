import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Return `isWithinWait` (lib/time/recent) of a timestamp column, in SQL. */
export function isRecentSql(column: SQLWrapper, now: Date, waitMs: number): SQL<boolean> {
  const [after, before] = [-waitMs, waitMs].map((ms) => new Date(now.getTime() + ms).toISOString());
  return sql<boolean>`(${column} > ${after} AND ${column} < ${before})`;
}
