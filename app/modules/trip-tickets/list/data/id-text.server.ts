import { sql } from "drizzle-orm";

/**
 * SQL that returns the ids of a parenthesized query (`id`), in its order, as one JSON text, because the driver takes
 * longer to return a row than SQLite takes to find one. The query needs a limit, without which SQLite might not
 * preserve its order.
 */
export const IDS_JSON = sql<string>`json_group_array(id)`;

/** Parse the ids from JSON text. */
export const parseIdsJson = (row: { ids: string } | undefined): number[] => JSON.parse(row?.ids ?? "[]");
