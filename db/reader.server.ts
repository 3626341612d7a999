import type { Client, InStatement, ResultSet } from "@libsql/client";
import Libsql from "libsql";
import { createStatementCache, toBindable, toReadable } from "./statement-cache.server";
import { createThrowingClient } from "./throwing-client";

/** A read-only database client, its data version, and a function that closes it. */
export type Reader = {
  client: Client;
  /**
   * Return a number that changes with every change by another connection that this connection can read; null if
   * unknown.
   */
  version(): number | null;
  close(): void;
};

/** Maximum number of prepared statements, more than the app's distinct SELECTs; the least recently used are dropped. */
const KEPT = 300;

/**
 * Maximum size of the page cache. A search over a million loads reads 12 MB of pages. With SQLite's default of 2 MB,
 * each search reads nearly all of them from the operating system again.
 */
const CACHE_KB = 16_384;

/**
 * Open a read-only connection to a database file, either the embedded database or a replica; it can't reach a server.
 * Each statement is prepared once. Rows have the shape that drizzle's select expects from a client: arrays, with exact
 * integers.
 */
export function openFileReader(path: string, timeout: number): Reader {
  const db = new Libsql(path, { timeout });
  db.exec("PRAGMA query_only = ON");
  const statementCache = createStatementCache(db, KEPT);
  // Never reopen this connection: version numbers of two connections can't be compared.
  const version = db.prepare("PRAGMA data_version").raw(true);
  let closed = false;
  let isSized = false;

  async function execute(statement: InStatement): Promise<ResultSet> {
    if (closed) throw Object.assign(new Error("The client is closed"), { code: "CLIENT_CLOSED" });
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
    if (!Array.isArray(args)) throw new TypeError("A reader takes its values in their order.");
    try {
      // Set the cache size on the first query rather than earlier, because setting it opens the file.
      if (!isSized) db.exec(`PRAGMA cache_size = -${CACHE_KB}`);
      isSized = true;
      const rows = statementCache.of(sql).all(args.map(toBindable));
      for (const row of rows) for (let i = 0; i < row.length; i++) row[i] = toReadable(row[i]);
      return { ...NOTHING_ELSE, rows };
    } catch (error) {
      statementCache.forget(sql);
      throw error;
    }
  }
  return {
    client: { ...createThrowingClient("A reader reads."), execute },
    version: () => (closed ? null : Number([version.get()].flat()[0])),
    close() {
      closed = true;
      statementCache.clear();
      db.close();
    },
  };
}

/** Other properties of a result, which drizzle doesn't read: it uses only the rows' values, in order. */
const NOTHING_ELSE = {
  columns: [],
  columnTypes: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
};
