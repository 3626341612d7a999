import { getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import { SQLiteAsyncDialect, type SQLiteInsertValue, type SQLiteTable } from "drizzle-orm/sqlite-core";

const dialect = new SQLiteAsyncDialect();

/**
 * The statement that adds one row to a table, as drizzle's `insert(table).values(row)` would; what the row leaves out is as the
 * table says. For what every change writes: drizzle goes through all columns of the table each time, which takes longer than
 * SQLite takes to add the row. Values may be SQL; columns with a default of drizzle's own aren't known here.
 */
export const addedRow = <T extends SQLiteTable>(table: T, row: SQLiteInsertValue<T>) => ({
  toSQL() {
    const columns = getTableColumns(table);
    const names: string[] = [];
    const values: string[] = [];
    const params: unknown[] = [];
    for (const [key, value] of Object.entries(row)) {
      const column = columns[key];
      if (value === undefined || !column) continue;
      names.push(`"${column.name}"`);
      if (is(value, SQL)) {
        const part = dialect.sqlToQuery(value);
        values.push(part.sql);
        params.push(...part.params);
      } else {
        values.push("?");
        params.push(value === null ? null : column.mapToDriverValue(value));
      }
    }
    const into = `INSERT INTO "${getTableName(table)}" (${names.join(", ")})`;
    return { sql: `${into} VALUES (${values.join(", ")})`, params };
  },
});
