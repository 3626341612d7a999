import { sql } from "drizzle-orm";

/**
 * The ids of a query in brackets (`id`), in its order, as one text of JSON: the driver takes longer to hand over a row than SQLite
 * takes to find one. What is in the brackets has a limit, without which SQLite might not keep its order.
 */
export const IDS_AS_TEXT = sql<string>`json_group_array(id)`;

/** The ids of such a text. */
export const idsOfText = (row: { ids: string } | undefined): number[] => JSON.parse(row?.ids ?? "[]");
