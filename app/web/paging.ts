import { z } from "zod";

export const MAX_AT_ONCE = 100;

const take = z.union(
  [z.literal(-1), z.number().int().min(1).max(MAX_AT_ONCE)],
  `take must be from 1 to ${MAX_AT_ONCE}, or -1 for all`,
);
const skip = z.number("skip must be a whole number").int().min(0).max(100_000_000);

/**
 * Paging parameters of every list call (docs/domain.md#programs): ten by default from the start, a hundred at most, -1
 * for all.
 */
export const paging = { take: take.default(10), skip: skip.default(0) };

/** Same for reference lists, which are complete by default: pickers need every row. */
export const wholeList = { take: take.default(-1), skip: skip.default(0) };

export type Paging = { take: number; skip: number };
export type Meta = { total: number; skip: number; take: number };

/** Return one page of a list that is already in memory. */
export function slicePage<T>(rows: readonly T[], { take, skip }: Paging): { rows: T[]; meta: Meta } {
  return {
    rows: rows.slice(skip, take === -1 ? undefined : skip + take),
    meta: { total: rows.length, skip, take },
  };
}
