import { sql } from "drizzle-orm";
import { anyRows } from "~/web/commit.server";

/** Number before the first: a company's tickets begin at 1001, a job's loads at 1. */
const BEFORE_FIRST = { trip_ticket: 1000, load: 0 };

export type NumberSeries = keyof typeof BEFORE_FIRST;

/** Return the step that takes the next `many` numbers of a series; `owner` is the company, or for loads the job. */
export const reserveNumbersStep = (series: NumberSeries, owner: number, many = 1) =>
  anyRows(
    sql`INSERT INTO number_series (kind, owner_id, last) VALUES (${series}, ${owner}, ${BEFORE_FIRST[series] + many})
      ON CONFLICT (kind, owner_id) DO UPDATE SET last = last + ${many}`,
  );

/** One of the numbers that the same commit has just taken: the last one, or `beforeLast` before it. */
export const reservedNumberSql = (series: NumberSeries, owner: number, beforeLast = 0) =>
  sql<number>`(SELECT last - ${beforeLast} FROM number_series WHERE kind = ${series} AND owner_id = ${owner})`;
