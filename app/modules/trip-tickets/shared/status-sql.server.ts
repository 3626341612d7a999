import { type SQL, sql } from "drizzle-orm";
import { getGroupStatuses } from "../rules/status-groups";
import { STATUS, type StatusId } from "../rules/trip-ticket";

/**
 * Return status IDs by name as an SQL list: `(1, 2, 5)`. The IDs are written out instead of bound, because SQLite uses
 * a partial index only if the query repeats its text.
 */
const statusIdsSql = (...named: (keyof typeof STATUS)[]): SQL =>
  sql.raw(`(${named.map((name) => STATUS[name]).join(", ")})`);

/** Return one status ID by name, written out as in `statusIdsSql`. */
export const statusIdSql = (name: keyof typeof STATUS): SQL => sql.raw(String(STATUS[name]));

/** Statuses of unfinished loads, in the same text as in the partial index trip_ticket_open (db/derived.sql). */
export const UNFINISHED_STATUS_IDS = statusIdsSql("claimed", "inTransit", "paused", "inYard", "available");

/** Condition of the partial index trip_ticket_open (db/derived.sql), which a query must repeat to use it. */
export const IS_OPEN_SQL = sql`trip_ticket_status_id IN ${UNFINISHED_STATUS_IDS} AND is_deleted = 0`;

/** Statuses of loads that a hauler has taken on and not finished. */
export const UNDER_WAY_STATUSES: readonly StatusId[] = getGroupStatuses("under_way");
export const UNDER_WAY_STATUS_IDS = sql.raw(`(${UNDER_WAY_STATUSES.join(", ")})`);
/** Statuses of unclaimed loads, in the yard or where they were cut. */
export const AVAILABLE_STATUS_IDS = sql.raw(`(${getGroupStatuses("available").join(", ")})`);
