import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** Return the SQL condition `isWithinWait` (lib/time/recent) for a timestamp column. */
export function isRecentSql(column: SQLWrapper, now: Date, waitMs: number): SQL<boolean> {
  const [after, before] = [-waitMs, waitMs].map((ms) => new Date(now.getTime() + ms).toISOString());
  return sql<boolean>`(${column} > ${after} AND ${column} < ${before})`;
}
