import { type SQL, sql } from "drizzle-orm";
import { escapeLike } from "~/lib/text/text";

/** Substring pattern for LIKE, with special characters escaped. */
export const toLikePattern = (q: string): string => `%${escapeLike(q)}%`;
export const buildContainsCondition = (column: SQL, q: string): SQL =>
  sql`${column} LIKE ${toLikePattern(q)} ESCAPE '\\'`;
/** Parse an id typed by a user; 0, which matches nothing, for any other text. */
export const parseTypedId = (q: string): number => (/^[1-9]\d{0,14}$/.test(q) ? Number(q) : 0);
