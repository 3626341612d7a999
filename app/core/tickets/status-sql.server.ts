import { type SQL, sql } from "drizzle-orm";
import { groupStatuses } from "~/domain/tickets/status-groups";
import { STATUS, type StatusId } from "~/domain/tickets/trip-ticket";

/**
 * Statuses of tickets in SQL, by name: `(1, 2, 5)`. Written out rather than passed as values, because SQLite uses a
 * partial index only where the query repeats its words.
 */
const statuses = (...named: (keyof typeof STATUS)[]): SQL =>
  sql.raw(`(${named.map((name) => STATUS[name]).join(", ")})`);

/** One status, written out as in {@link statuses}. */
export const status = (name: keyof typeof STATUS): SQL => sql.raw(String(STATUS[name]));

/** Every load that is not at its end: the words of the partial index trip_ticket_open (db/derived.sql). */
export const NOT_ENDED = statuses("claimed", "inTransit", "paused", "inYard", "available");

/** A ticket's words in the partial index trip_ticket_open (db/derived.sql), which a query must repeat to use it. */
export const OPEN = sql`trip_ticket_status_id IN ${NOT_ENDED} AND is_deleted = 0`;

/** A hauler has these and has not finished them. */
export const UNDER_WAY: readonly StatusId[] = groupStatuses("under_way");
export const UNDER_WAY_IDS = sql.raw(`(${UNDER_WAY.join(", ")})`);
/** Nobody has claimed these: in the yard or where they were cut. */
export const AVAILABLE_IDS = sql.raw(`(${groupStatuses("available").join(", ")})`);
