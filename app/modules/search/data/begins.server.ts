import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/lib/text/text";

/**
 * Condition: a text has words that begin with what was typed, at its start or after a blank. For a prepared query, to
 * which `toTypedParam(q)` is passed when it runs.
 */
export const startsWithSql = (text: SQLWrapper): SQL =>
  sql`(${text} LIKE ${sql.placeholder("first")} ESCAPE '\\' OR ${text} LIKE ${sql.placeholder("inner")} ESCAPE '\\')`;

export function toTypedParam(q: string) {
  const first = `${escapeLike(q)}%`;
  return { q, first, inner: `% ${first}` };
}
