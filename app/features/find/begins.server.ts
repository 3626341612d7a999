import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/domain/text/text";

/**
 * Whether a text has words that begin as what is typed does: at its start, or after a blank. For a prepared query, which is
 * given `typed(q)` when it is run.
 */
export const begins = (text: SQLWrapper): SQL =>
  sql`(${text} LIKE ${sql.placeholder("first")} ESCAPE '\\' OR ${text} LIKE ${sql.placeholder("inner")} ESCAPE '\\')`;

export function typed(q: string) {
  const first = `${escapeLike(q)}%`;
  return { q, first, inner: `% ${first}` };
}
