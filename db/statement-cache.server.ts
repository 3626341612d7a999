import type { Row, Value } from "@libsql/client";
import type Libsql from "libsql";

type Connection = InstanceType<typeof Libsql>;

/** A prepared statement and its column names; no names if the statement returns no rows. */
export type CachedStatement = {
  columns: readonly string[];
  all(args: readonly unknown[]): Row[];
  run(args: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
};

/**
 * Cache of one connection's prepared statements, since preparing a statement takes two to three times as long as
 * running it. Beyond `most` statements, the least recently used are dropped. Integers are returned exactly.
 */
export function createStatementCache(db: Connection, most: number) {
  const cache = new Map<string, CachedStatement>();
  return {
    /** Return the prepared statement for an SQL text. */
    of(sql: string): CachedStatement {
      const cachedStatement = cache.get(sql) ?? prepare(db, sql);
      cache.delete(sql);
      cache.set(sql, cachedStatement);
      const [oldest] = cache.keys();
      if (cache.size > most && oldest !== undefined) cache.delete(oldest);
      return cachedStatement;
    },
    /** Drop a failed statement so that it is prepared again. */
    forget(sql: string): void {
      cache.delete(sql);
    },
    clear(): void {
      cache.clear();
    },
  };
}

function prepare(db: Connection, sql: string): CachedStatement {
  const statement = db.prepare(sql).safeIntegers(true);
  let columns: readonly string[] = [];
  try {
    // Throws if the statement returns no rows.
    statement.raw(true);
    columns = statement.columns().map(({ name }) => name);
  } catch {}
  return {
    columns,
    all: (args) => statement.all(args).filter(isRow),
    run: (args) => statement.run(args),
  };
}

const isRow = (row: unknown): row is Row => Array.isArray(row);

/** Convert a value for the driver, which crashes the process when it gets a boolean and treats NaN as null. */
export function toBindable(value: unknown): string | number | bigint | null | Uint8Array {
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError("Only finite numbers can be asked for.");
  if (value instanceof Date) return value.getTime();
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === "number" || typeof value === "string" || typeof value === "bigint") return value;
  throw new TypeError(`${typeof value} cannot be asked for.`);
}

/** Convert a value that was read: whole numbers become numbers if they can be represented exactly. */
export function toReadable(value: Value | undefined): Value {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("An integer too large to be told exactly.");
  return number;
}
