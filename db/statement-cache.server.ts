import type { Row, Value } from "@libsql/client";
import type Libsql from "libsql";

type Connection = InstanceType<typeof Libsql>;

/** A statement that is ready to run, and the names of its columns; none where it returns no rows. */
export type CachedStatement = {
  columns: readonly string[];
  all(args: readonly unknown[]): Row[];
  run(args: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
};

/**
 * The statements of one connection, each prepared once: preparing takes two to three times as long as running (data
 * notes). Beyond `most`, those asked for least recently are forgotten. Integers are exact.
 */
export function createStatementCache(db: Connection, most: number) {
  const cache = new Map<string, CachedStatement>();
  return {
    /** The statement of this text. */
    of(sql: string): CachedStatement {
      const cachedStatement = cache.get(sql) ?? prepare(db, sql);
      cache.delete(sql);
      cache.set(sql, cachedStatement);
      const [oldest] = cache.keys();
      if (cache.size > most && oldest !== undefined) cache.delete(oldest);
      return cachedStatement;
    },
    /** One that failed is prepared again. */
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
    // Refused for what returns no rows.
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

/** A value for the driver, which ends the process when it is handed a boolean and takes NaN for nothing. */
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

/** A value as it is read: whole numbers as numbers, where they can be told exactly. */
export function toReadable(value: Value | undefined): Value {
  if (typeof value !== "bigint") return value ?? null;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("An integer too large to be told exactly.");
  return number;
}
