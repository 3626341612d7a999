import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { escapeLike } from "~/lib/text/text";

/**
 * Condition that a word of the text starts with the query, at the text's start or after a blank. For a prepared query;
 * pass the values of `toTypedParam(q)` when executing it.
 */
export const wordStartsWithCondition = (text: SQLWrapper): SQL =>
  sql`(${text} LIKE ${sql.placeholder("first")} ESCAPE '\\' OR ${text} LIKE ${sql.placeholder("inner")} ESCAPE '\\')`;

export function toTypedParam(q: string) {
  const first = `${escapeLike(q)}%`;
  return { q, first, inner: `% ${first}` };
}
