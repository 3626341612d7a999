import type { ResultSet, Row } from "@libsql/client";
import Libsql from "libsql";
import type { Statement } from "./database";
import { normalizeDatabaseError } from "./errors.server";
import { createLongWriter, type RawResultSet } from "./long-writer.server";
import { createStatementCache, toBindable, toReadable } from "./statement-cache.server";

/** Execute all statements or none. Batches run one after another in the order sent. */
export type Writer = {
  /** `isLong` means that the batch may take long: it then runs in parallel with all other work of this process. */
  batch(statements: readonly Statement[], options?: { isLong?: boolean }): Promise<ResultSet[]>;
  close(): Promise<void>;
};

/**
 * Maximum number of cached prepared statements. One server has fewer distinct writes in an hour. Each statement
 * includes its table's trigger programs, some 40 KB.
 */
const KEPT = 200;

/**
 * Open a dedicated connection that writes to a database file and prepares each SQL statement once: a ticket's update
 * includes all its triggers, and preparing it took half of the cost. Synchronous FULL: committed data survives a power
 * failure. A short batch runs at once. A long batch runs in a thread; later batches then wait in a queue in this
 * process, because waiting for the file's lock would block the process.
 */
export function openFileWriter(path: string, timeout: number): Writer {
  const db = new Libsql(path, { timeout });
  db.exec("PRAGMA synchronous = FULL");
  db.exec("PRAGMA foreign_keys = ON");
  const statementCache = createStatementCache(db, KEPT);
  const long = createLongWriter(path, timeout);
  let closed = false;
  /** Promise of the last batch queued while a long batch runs; null if none is waiting. */
  let line: Promise<void> | null = null;

  function carriedOut({ sql, params }: Statement): ResultSet {
    try {
      const statement = statementCache.of(sql);
      const args = params.map(toBindable);
      if (statement.columns.length > 0) return rowsOf(statement.columns, statement.all(args));
      const { changes, lastInsertRowid } = statement.run(args);
      return written(changes, lastInsertRowid);
    } catch (error) {
      statementCache.forget(sql);
      throw error;
    }
  }
  function inOne(statements: readonly Statement[]): ResultSet[] {
    db.exec("BEGIN IMMEDIATE");
    try {
      const sets = statements.map(carriedOut);
      db.exec("COMMIT");
      return sets;
    } finally {
      if (db.inTransaction) db.exec("ROLLBACK");
    }
  }
  async function beside(statements: readonly Statement[]): Promise<ResultSet[]> {
    const sets = await long.batch(
      statements.map(({ sql, params }) => ({ sql, params: params.map(toBindable) })),
    );
    return sets.map(setOf);
  }
  /** Run an action after all batches that were sent earlier. */
  function inLine(act: () => ResultSet[] | Promise<ResultSet[]>): Promise<ResultSet[]> {
    const outcome = (line ?? Promise.resolve()).then(act);
    const over = outcome.then(ignore, ignore).then(() => {
      if (line === over) line = null;
    });
    line = over;
    return outcome;
  }
  return {
    async batch(statements, { isLong = false } = {}) {
      try {
        if (closed) throw Object.assign(new Error("The client is closed"), { code: "CLIENT_CLOSED" });
        if (isLong) return await inLine(() => beside(statements));
        return line ? await inLine(() => inOne(statements)) : inOne(statements);
      } catch (error) {
        throw normalizeDatabaseError(error);
      }
    },
    async close() {
      closed = true;
      await line;
      statementCache.clear();
      db.close();
      await long.close();
    },
  };
}

const ignore = () => {};

const NO_ROWS = {
  columns: [],
  columnTypes: [],
  rows: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
};
const written = (changes: number, last: number | bigint): ResultSet => ({
  ...NO_ROWS,
  rowsAffected: changes,
  lastInsertRowid: BigInt(last),
});
const setOf = ({ columns, rows, changes, lastInsertRowid }: RawResultSet): ResultSet =>
  columns.length > 0 ? rowsOf(columns, rows) : written(changes, lastInsertRowid);

/** Rows keyed by column name. */
const rowsOf = (columns: readonly string[], rows: readonly Row[]): ResultSet => ({
  ...NO_ROWS,
  columns: [...columns],
  rows: rows.map((values) => {
    const row: Row = { length: columns.length };
    Object.defineProperty(row, "length", { enumerable: false });
    for (const [i, name] of columns.entries()) row[name] = toReadable(values[i]);
    return row;
  }),
});
