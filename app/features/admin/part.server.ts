import { type SQL, sql } from "drizzle-orm";
import { escapeLike } from "~/domain/text/text";

/** A part of a text as LIKE takes it, its own signs meant as they are typed. */
export const likePart = (q: string): string => `%${escapeLike(q)}%`;
export const hasPart = (column: SQL, q: string): SQL => sql`${column} LIKE ${likePart(q)} ESCAPE '\\'`;
/** An id that somebody typed; 0, which nothing has, if it isn't one. */
export const typedId = (q: string): number => (/^[1-9]\d{0,14}$/.test(q) ? Number(q) : 0);
