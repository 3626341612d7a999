import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import type { ReadCtx } from "~/web/procedure";

/** Mills that receive at each of these job destinations. */
export async function readMillsAt(ctx: Pick<ReadCtx, "read">, destinations: readonly number[]) {
  const rows = await ctx.read
    .select({ destination: sql<number>`m.job_destination_id`, mill: sql<number>`m.mill_company_id` })
    .from(sql`job_destination_mill m`)
    .where(sql`m.job_destination_id IN ${jsonListSql(destinations)}`);
  return (destination: number) => rows.filter((r) => r.destination === destination).map((r) => r.mill);
}
