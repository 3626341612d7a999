import { sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import type { Reading } from "~/web/procedure";
import { status } from "./status-sql.server";

const find = prepared((read) =>
  read
    .select({ changes: sql<number>`changes` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${sql.placeholder("me")} AND status = ${status("completed")}`),
);

/**
 * A number that grows with every change among the delivered loads that the acting company sees (db/derived.sql): what was worked
 * out of them holds until it does. Null where there never was one.
 */
export async function deliveredChanges({ read, actor }: Reading): Promise<number | null> {
  const [row] = await find(read, { me: actor.company.id });
  return row?.changes ?? null;
}
