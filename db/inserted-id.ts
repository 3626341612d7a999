import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** The id of a row that is there, or of one that the batch is about to make. Drizzle takes either for a column. */
export type RowId = number | SQL<number>;

/**
 * The id of the row that this batch has just added to a table, for the statements after it and for the outcome. Ids
 * only ever grow and a batch has the database to itself, so the newest row is its own.
 */
export const insertedId = (table: SQLiteTable & { id: SQLiteColumn }): SQL<number> =>
  sql<number>`(SELECT max(id) FROM ${table})`;
