import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { expectOneRow } from "./commit.server";
import type { Ctx, Step } from "./procedure";
import { staleVersion } from "./refusal";

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn };

/**
 * Check the version, which forms and programs send as the one they read plus one. The arithmetic is done only here: a
 * row that was saved since is refused as stale, with its current values.
 */
export function requireVersion(
  row: { version: number },
  sent: number,
  current: Record<string, unknown>,
): void {
  if (row.version !== sent - 1) throw staleVersion(current);
}

/**
 * Return true if a row already holds every value of a patch. The edit then has nothing to write and raises no version:
 * a form sends all of its fields, most of them unchanged. Line breaks compare equal in any notation, since a browser
 * writes all of them as CRLF, and blanks around a text are ignored, since forms omit them.
 */
export const isUnchanged = (row: object, patch: object): boolean => {
  const saved = new Map<string, unknown>(Object.entries(row));
  return Object.entries(patch).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(asShown(value), asShown(saved.get(name))),
  );
};

const asShown = (value: unknown) =>
  typeof value === "string" ? value.replace(/\r\n?/g, "\n").trim() : (value ?? null);

/** Change a row that is still at the version it was read at, and raise the version. `still` are further conditions. */
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
