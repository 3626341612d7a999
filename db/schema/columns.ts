import { sql } from "drizzle-orm";
import { check, integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";

/**
 * Columns that many tables share. Property names are the column names and also the API's names, so that a row has the
 * same names in SQL, in code and in the API.
 */
export const id = () => integer("id").primaryKey({ autoIncrement: true });

/** A point in time: UTC, ISO 8601 with milliseconds and Z, as `Date#toISOString` formats it. */
export const instant = <Name extends string>(name: Name) => text(name);

/** A boolean, stored 0 or 1. */
export const flag = <Name extends string>(name: Name) =>
  integer(name, { mode: "boolean" }).notNull().default(false);

/**
 * Row version, incremented with every edit. An edit must send the version that it read plus one
 * (docs/domain.md#versions).
 */
export const version = () => integer("version").notNull().default(1);

/** A volume in thousandths of its unit. */
export const thousandths = <Name extends string>(name: Name) => integer(name);

/** CHECK constraint: the column is null or one of the given values. */
export function isOneOfCheck(name: string, column: SQLiteColumn, values: readonly (string | number)[]) {
  const list = values.map((v) => (typeof v === "number" ? String(v) : `'${v}'`)).join(", ");
  return check(name, sql`${column} IN (${sql.raw(list)})`);
}

/** CHECK constraint: the column is null or at least `least`. */
export function isAtLeastCheck(name: string, column: SQLiteColumn, least: number) {
  return check(name, sql`${column} >= ${sql.raw(String(least))}`);
}
