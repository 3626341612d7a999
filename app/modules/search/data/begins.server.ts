import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/lib/text/text";

/**
 * Condition: a word of the text begins with the query, at the text's start or after a blank. For a prepared query; pass
 * `toTypedParam(q)` when it runs.
 */
export const startsWithSql = (text: SQLWrapper): SQL =>
  sql`(${text} LIKE ${sql.placeholder("first")} ESCAPE '\\' OR ${text} LIKE ${sql.placeholder("inner")} ESCAPE '\\')`;

export function toTypedParam(q: string) {
  const first = `${escapeLike(q)}%`;
  return { q, first, inner: `% ${first}` };
}
