import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** Id of an existing row, or of a row that the same batch is about to insert. Drizzle accepts both as a column's value. */
export type RowId = number | SQL<number>;

/**
 * Return SQL for the id of the row that this batch has just inserted into a table, for later statements and the result.
 * Ids only increase and no other writes happen during a batch, so the inserted row has the highest id.
 */
export const selectInsertedId = (table: SQLiteTable & { id: SQLiteColumn }): SQL<number> =>
  sql<number>`(SELECT max(id) FROM ${table})`;
