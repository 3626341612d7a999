import { type Placeholder, type SQL, sql } from "drizzle-orm";

/**
 * Return a subquery for `column IN …` from an array, or from the placeholder of a JSON text. A list is one parameter
 * however long it is, so the statement stays the same and is prepared once.
 */
export const jsonListSql = (values: readonly unknown[] | Placeholder): SQL =>
  sql`(SELECT value FROM json_each(${Array.isArray(values) ? JSON.stringify(values) : values}))`;
