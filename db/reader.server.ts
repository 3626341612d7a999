import type { Client, InStatement, ResultSet } from "@libsql/client";
import Libsql from "libsql";
import { createStatementCache, toBindable, toReadable } from "./statement-cache.server";
import { createThrowingClient } from "./throwing-client";

/** A client that reads, and how to close it. */
export type Reader = {
  client: Client;
  /** A number that grows with every change by others that this connection can read; null if unknown. */
  version(): number | null;
  close(): void;
};

/** More than the app's shapes of SELECT; the least recently used are dropped. */
const KEPT = 300;

/**
 * Maximum size of the page cache. A search over a million loads reads 12 MB of pages, and with SQLite's own 2 MB each
 * search asks the system for nearly all of them again.
 */
const CACHE_KB = 16_384;

/**
 * Read a database's file, embedded or a replica, on its own connection that can neither write nor reach a server. Each
 * statement is prepared once. Rows have the shape that drizzle's select expects from the client: arrays, with exact integers.
 */
export function openFileReader(path: string, timeout: number): Reader {
  const db = new Libsql(path, { timeout });
  db.exec("PRAGMA query_only = ON");
  const statementCache = createStatementCache(db, KEPT);
  // Version numbers of another connection can't be compared with this one's: it is never reopened.
  const version = db.prepare("PRAGMA data_version").raw(true);
  let closed = false;
  let isSized = false;

  async function execute(statement: InStatement): Promise<ResultSet> {
    if (closed) throw Object.assign(new Error("The client is closed"), { code: "CLIENT_CLOSED" });
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
    if (!Array.isArray(args)) throw new TypeError("A reader takes its values in their order.");
    try {
      // Set this on the first query and not before, since it opens the file.
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

/** Drizzle uses only a result's rows, and of those the values in order. */
const NOTHING_ELSE = {
  columns: [],
  columnTypes: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
};
