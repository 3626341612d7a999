import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/lib/text/text";

/**
 * SQL version of the rank in `rankMatch` (`app/lib/text/closest-match.ts`), to order a search before the limit
 * applies.
 */
export function buildClosestNameOrder(name: SQLWrapper, typed: string): SQL {
  const part = escapeLike(typed.trim());
  const isLike = (pattern: string) => sql`trim(${name}) LIKE ${pattern} ESCAPE '\\'`;
  return sql`CASE WHEN ${isLike(part)} THEN 0 WHEN ${isLike(`${part}%`)} THEN 1 WHEN ${isLike(`% ${part}%`)} THEN 2 ELSE 3 END`;
}
