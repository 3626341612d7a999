import type { ResultSet, Row } from "@libsql/client";
import Libsql from "libsql";
import type { Statement } from "./database";
import { normaliseDatabaseError } from "./errors.server";
import { bindable, keptStatements, readable } from "./kept.server";

/** Carries out all statements or none. */
export type Writer = { batch(statements: readonly Statement[]): Promise<ResultSet[]>; close(): void };

/** More shapes of what is written than a server meets in an hour; each keeps what its table's triggers do, some 40 KB. */
const KEPT = 200;

/**
 * Writes a database's file on a connection of its own whose statements are prepared once. A change of a ticket takes all
 * its triggers along, so that preparing it took half of what a step costs. Synchronous FULL: what is committed survives a
 * power cut.
 */
export function fileWriter(path: string, timeout: number): Writer {
  const db = new Libsql(path, { timeout });
  db.exec("PRAGMA synchronous = FULL");
  db.exec("PRAGMA foreign_keys = ON");
  const kept = keptStatements(db, KEPT);
  let closed = false;

  function carriedOut({ sql, params }: Statement): ResultSet {
    try {
      const statement = kept.of(sql);
      const args = params.map(bindable);
      if (statement.columns.length > 0) return rowsOf(statement.columns, statement.all(args));
      const { changes, lastInsertRowid } = statement.run(args);
      return { ...NO_ROWS, rowsAffected: changes, lastInsertRowid: BigInt(lastInsertRowid) };
    } catch (error) {
      kept.forget(sql);
      throw error;
    }
  }
  function inOne(statements: readonly Statement[]): ResultSet[] {
    if (closed) throw Object.assign(new Error("The client is closed"), { code: "CLIENT_CLOSED" });
    db.exec("BEGIN IMMEDIATE");
    try {
      const sets = statements.map(carriedOut);
      db.exec("COMMIT");
      return sets;
    } finally {
      if (db.inTransaction) db.exec("ROLLBACK");
    }
  }
  return {
    async batch(statements) {
      try {
        return inOne(statements);
      } catch (error) {
        throw normaliseDatabaseError(error);
      }
    },
    close() {
      closed = true;
      kept.clear();
      db.close();
    },
  };
}

const NO_ROWS = {
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
};

/** Rows by the names of their columns. */
const rowsOf = (columns: readonly string[], rows: readonly Row[]): ResultSet => ({
  ...NO_ROWS,
  columns: [...columns],
  rows: rows.map((values) => {
    const row: Row = { length: columns.length };
    Object.defineProperty(row, "length", { enumerable: false });
    for (const [i, name] of columns.entries()) row[name] = readable(values[i]);
    return row;
  }),
});
