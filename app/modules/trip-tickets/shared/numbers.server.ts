import { sql } from "drizzle-orm";
import { allowAnyRows } from "~/web/commit.server";

/** Number before the first one: a company's tickets start at 1001, a job's loads at 1. */
const BEFORE_FIRST = { trip_ticket: 1000, load: 0 };

export type NumberSeries = keyof typeof BEFORE_FIRST;

/**
 * Return the step that reserves the next `many` numbers of a series; `owner` is the company, or the job for load
 * numbers.
 */
export const buildReserveTicketNumbersStep = (series: NumberSeries, owner: number, many = 1) =>
  allowAnyRows(
    sql`INSERT INTO number_series (kind, owner_id, last) VALUES (${series}, ${owner}, ${BEFORE_FIRST[series] + many})
      ON CONFLICT (kind, owner_id) DO UPDATE SET last = last + ${many}`,
  );

/**
 * SQL for a number reserved earlier in this commit: the last one, or the number `beforeLast` places before the last
 * one.
 */
export const reservedNumberSql = (series: NumberSeries, owner: number, beforeLast = 0) =>
  sql<number>`(SELECT last - ${beforeLast} FROM number_series WHERE kind = ${series} AND owner_id = ${owner})`;
