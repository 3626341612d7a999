import { sql } from "drizzle-orm";
import { mayMiss } from "~/web/commit.server";

/** What comes before the first number: a company's tickets begin at 1001, a job's loads at 1. */
const BEFORE_FIRST = { trip_ticket: 1000, load: 0 };

export type Series = keyof typeof BEFORE_FIRST;

/** The step that takes the next numbers of a series, `many` of them; `owner` is the company, or the job of loads. */
export const reserveNumbers = (series: Series, owner: number, many = 1) =>
  mayMiss(
    sql`INSERT INTO number_series (kind, owner_id, last) VALUES (${series}, ${owner}, ${BEFORE_FIRST[series] + many})
      ON CONFLICT (kind, owner_id) DO UPDATE SET last = last + ${many}`,
  );

/** One of the numbers that the same commit has just taken: the last one, or so many before it. */
export const reservedNumber = (series: Series, owner: number, beforeLast = 0) =>
  sql<number>`(SELECT last - ${beforeLast} FROM number_series WHERE kind = ${series} AND owner_id = ${owner})`;
