import { z } from "zod";

export const MAX_PAGE_SIZE = 100;

const take = z.union(
  [z.literal(-1), z.number().int().min(1).max(MAX_PAGE_SIZE)],
  `take must be from 1 to ${MAX_PAGE_SIZE}, or -1 for all`,
);
const skip = z.number("skip must be a whole number").int().min(0).max(100_000_000);

/**
 * Paging parameters of every list call: by default ten rows from the start; at most a hundred, or -1 for all
 * (docs/domain.md#programs).
 */
export const pagingParams = { take: take.default(10), skip: skip.default(0) };

/** Paging parameters of reference lists, which return all rows by default because select fields need them. */
export const fullListParams = { take: take.default(-1), skip: skip.default(0) };

/** Return the SQL limit for `take`. SQLite needs a limit before an offset, so "all" is a number too. */
export const getRowLimit = (take: number) => (take === -1 ? Number.MAX_SAFE_INTEGER : take);

export type Paging = { take: number; skip: number };
export type PagingMeta = { total: number; skip: number; take: number };

/** Return one page of a list that is in memory. */
export function slicePage<T>(rows: readonly T[], { take, skip }: Paging): { rows: T[]; meta: PagingMeta } {
  return {
    rows: rows.slice(skip, take === -1 ? undefined : skip + take),
    meta: { total: rows.length, skip, take },
  };
}
