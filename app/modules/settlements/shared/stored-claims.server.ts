import { getTableColumns, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { amountOwed } from "#db/schema";

/** Find the claims of loads, and whether each is on a draft. */
export const findClaims = prepareQuery((read) =>
  read
    .select({
      ...getTableColumns(amountOwed),
      // The table name is written out: drizzle omits it in a select of one table, and the subquery would resolve the
      // column to its own table.
      on_draft: sql`amount_owed.posted_lines > 0 AND EXISTS (SELECT 1 FROM settlement_line l
        JOIN settlement_statement s ON s.id = l.settlement_statement_id
        WHERE l.amount_owed_id = amount_owed.id AND s.posted_at IS NULL)`.mapWith(Boolean),
    })
    .from(amountOwed)
    .where(sql`${amountOwed.trip_ticket_id} IN ${jsonListSql(sql.placeholder("ids"))}`),
);

export type StoredClaim = Awaited<ReturnType<typeof findClaims>>[number];
