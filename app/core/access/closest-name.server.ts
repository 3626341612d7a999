import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/domain/text/text";

/** The rank of `matchRank` (`app/domain/text/closest-match.ts`) in SQL, to order a search by before it is cut off. */
export function closestName(name: SQLWrapper, typed: string): SQL {
  const part = escapeLike(typed.trim());
  const isLike = (pattern: string) => sql`trim(${name}) LIKE ${pattern} ESCAPE '\\'`;
  return sql`CASE WHEN ${isLike(part)} THEN 0 WHEN ${isLike(`${part}%`)} THEN 1 WHEN ${isLike(`% ${part}%`)} THEN 2 ELSE 3 END`;
}
