import type { Client, InStatement, InValue, ResultSet, Row, Value } from "@libsql/client";
import Libsql from "libsql";
import { refusing } from "./refusing";

/** A client that reads, and how to let go of it. */
export type Reader = {
  client: Client;
  /** A number that grows with every change by others that this connection can read; null where none is known. */
  version(): number | null;
  close(): void;
};

type Prepared = { all(...args: unknown[]): unknown[] };

/** More shapes of SELECT than the app has; those asked for least recently are forgotten. */
const KEPT = 300;

/**
 * Read a database's file, embedded or a replica, on its own connection that can neither write nor reach a server. Each
 * statement is prepared once: the driver's client prepares on every call, which takes two to three times as long as
 * running (data notes). Rows have the shape that drizzle's select expects from the client: arrays, with exact integers.
 */
export function fileReader(path: string, timeout: number): Reader {
  const db = new Libsql(path, { timeout });
  db.exec("PRAGMA query_only = ON");
  const kept = new Map<string, Prepared>();
  // Numbers of another connection would say nothing beside its own: this one is never opened again.
  const version = db.prepare("PRAGMA data_version").raw(true);
  let closed = false;

  function prepared(sql: string): Prepared {
    const found = kept.get(sql) ?? db.prepare(sql).safeIntegers(true).raw(true);
    kept.delete(sql);
    kept.set(sql, found);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  }

  async function execute(statement: InStatement): Promise<ResultSet> {
    if (closed) throw Object.assign(new Error("The client is closed"), { code: "CLIENT_CLOSED" });
    const { sql, args = [] } = typeof statement === "string" ? { sql: statement } : statement;
    if (!Array.isArray(args)) throw new TypeError("A reader takes its values in their order.");
    try {
      const rows = prepared(sql).all(args.map(bindable)).filter(isRow);
      for (const row of rows) for (let i = 0; i < row.length; i++) row[i] = readable(row[i]);
      return { ...NOTHING_ELSE, rows };
    } catch (error) {
      kept.delete(sql);
      throw error;
    }
  }
  return {
    client: { ...refusing("A reader reads."), execute },
    version: () => (closed ? null : Number(version.all().flat()[0])),
    close() {
      closed = true;
      kept.clear();
      db.close();
    },
  };
}

/** Drizzle takes nothing from a result but its rows, and of those the values in their order. */
const NOTHING_ELSE = {
  columns: [],
  columnTypes: [],
  rowsAffected: 0,
  lastInsertRowid: undefined,
  toJSON: () => ({}),
};
const isRow = (row: unknown): row is Row => Array.isArray(row);

/** A value for the driver, which ends the process when it is handed a boolean and takes NaN for nothing. */
function bindable(value: InValue): string | number | bigint | null | Uint8Array {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("Only finite numbers can be asked for.");
  if (value instanceof Date) return value.getTime();
  if (value === undefined) throw new TypeError("undefined cannot be asked for.");
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}

function readable(value: Value | undefined): Value {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("An integer too large to be told exactly.");
  return number;
}
