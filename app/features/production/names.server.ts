import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "~/web/procedure";
import type { Dimension } from "./asked";

/** What is said where a load names nothing. */
export const UNNAMED = "Not named";

const COMPANY = { from: sql`company n ON n.id = k.value`, name: sql`n.name` };
const FROM: Record<Dimension, { from: SQL; name: SQL }> = {
  product: { from: sql`product_type n ON n.id = k.value`, name: sql`n.name` },
  species: { from: sql`wood_species n ON n.id = k.value`, name: sql`n.name` },
  destination: {
    from: sql`job_destination n ON n.id = k.value CROSS JOIN job j ON j.id = n.job_id`,
    name: sql`n.name || ', ' || j.name`,
  },
  job: { from: sql`job n ON n.id = k.value`, name: sql`n.name` },
  cutter: COMPANY,
  skidder: COMPANY,
  hauler: COMPANY,
  driver: { from: sql`user n ON n.id = k.value`, name: sql`n.first_name || ' ' || n.last_name` },
};

/**
 * What the things are called that loads are put together by; their ids come from loads that the reader sees. Each is
 * found by its id, however many there are.
 */
export async function namesBy(
  ctx: Reading,
  by: Dimension,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { from, name } = FROM[by];
  const rows = ids.length
    ? await ctx.read
        .select({ id: sql<number>`n.id`, name: sql<string>`${name}` })
        .from(sql`json_each(${JSON.stringify(ids)}) k CROSS JOIN ${from}`)
    : [];
  return new Map(rows.map((row) => [row.id, row.name]));
}
