import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { expectOneRow } from "./commit.server";
import type { Ctx, Step } from "./procedure";
import { staleVersion } from "./refusal";

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn };

/**
 * Check the sent version, which must be the version that was read plus one. If the row was saved since, throw a stale
 * error with the current values.
 */
export function requireVersion(
  row: { version: number },
  sent: number,
  current: Record<string, unknown>,
): void {
  if (row.version !== sent - 1) throw staleVersion(current);
}

/**
 * Check whether a row already has all values of a patch. If so, nothing is written and the version stays, because forms
 * send all fields, most of them unchanged. All kinds of line breaks are equal, because browsers send CRLF. Spaces
 * around a text are ignored, because forms trim them.
 */
export const isUnchanged = (row: object, patch: object): boolean => {
  const saved = new Map<string, unknown>(Object.entries(row));
  return Object.entries(patch).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(asShown(value), asShown(saved.get(name))),
  );
};

const asShown = (value: unknown) =>
  typeof value === "string" ? value.replace(/\r\n?/g, "\n").trim() : (value ?? null);

/**
 * Update a row if it still has the version that was read, and increment the version. `still` contains further
 * conditions.
 */
export const updateWithVersion = <T extends Versioned>(
  ctx: Pick<Ctx, "write">,
  table: T,
  row: { id: number; version: number },
  patch: Omit<SQLiteUpdateSetSource<T>, "version">,
  ...still: (SQL | undefined)[]
): Step =>
  expectOneRow(
    ctx.write
      .update(table)
      .set({ ...patch, version: row.version + 1 } as SQLiteUpdateSetSource<T>)
      .where(and(eq(table.id, row.id), eq(table.version, row.version), ...still)),
  );
