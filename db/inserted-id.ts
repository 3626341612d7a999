import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** The id of an existing row, or of one that the batch is about to insert. Drizzle accepts either for a column. */
export type RowId = number | SQL<number>;

/**
 * The id of the row that this batch has just inserted into a table, for later statements and the result. Ids only ever
 * grow and a batch has the database to itself, so the newest row is its own.
 */
export const insertedId = (table: SQLiteTable & { id: SQLiteColumn }): SQL<number> =>
  sql<number>`(SELECT max(id) FROM ${table})`;
