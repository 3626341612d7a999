import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import type { ReadCtx } from "~/web/procedure";
import { statusIdSql } from "./status-sql.server";

const find = prepareQuery((read) =>
  read
    .select({ changes: sql<number>`changes` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${sql.placeholder("me")} AND status = ${statusIdSql("completed")}`),
);

/**
 * Return a counter that grows with every change to the delivered loads that the acting company sees (db/derived.sql).
 * Cached results stay valid while it is unchanged. Null if there was never a delivered load.
 */
export async function readDeliveredChangeCount({ read, actor }: ReadCtx): Promise<number | null> {
  const [row] = await find(read, { me: actor.company.id });
  return row?.changes ?? null;
}
