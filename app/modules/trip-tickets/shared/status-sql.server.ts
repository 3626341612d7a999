import { type SQL, sql } from "drizzle-orm";
import { getGroupStatuses } from "../rules/status-groups";
import { STATUS, type StatusId } from "../rules/trip-ticket";

/**
 * Statuses of tickets in SQL, by name: `(1, 2, 5)`. Written out rather than passed as values, because SQLite uses a
 * partial index only if the query repeats its text.
 */
const statusIdsSql = (...named: (keyof typeof STATUS)[]): SQL =>
  sql.raw(`(${named.map((name) => STATUS[name]).join(", ")})`);

/** One status, written out as in {@link statuses}. */
export const statusIdSql = (name: keyof typeof STATUS): SQL => sql.raw(String(STATUS[name]));

/** Every unfinished load, in the words of the partial index trip_ticket_open (db/derived.sql). */
export const NOT_ENDED_IDS = statusIdsSql("claimed", "inTransit", "paused", "inYard", "available");

/** Condition of the partial index trip_ticket_open (db/derived.sql), which a query must repeat to use it. */
export const IS_OPEN = sql`trip_ticket_status_id IN ${NOT_ENDED_IDS} AND is_deleted = 0`;

/** Loads that a hauler has and has not finished. */
export const UNDER_WAY_LIST: readonly StatusId[] = getGroupStatuses("under_way");
export const UNDER_WAY_IDS = sql.raw(`(${UNDER_WAY_LIST.join(", ")})`);
/** Unclaimed loads: in the yard or where they were cut. */
export const AVAILABLE_IDS = sql.raw(`(${getGroupStatuses("available").join(", ")})`);
