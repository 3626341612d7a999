import { type SQL, sql } from "drizzle-orm";
import { readCompanyProductNamesByKey } from "~/modules/products/shared/own-names.server";
import { readProductsByKey } from "~/modules/products/shared/products.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatNameWithStandard } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { Dimension } from "../rules/query";
import { parseSortKey } from "../rules/sort";

/** Label of the group of loads without a value. */
export const UNNAMED_LABEL = "Not named";

const COMPANY = { from: sql`company n ON n.id = k.value`, name: sql`n.name` };
const FROM: Record<Exclude<Dimension, "sort">, { from: SQL; name: SQL }> = {
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
 * Return the display names of the groups in a report, whose ids come from loads that the reader sees. Each name is
 * looked up by id, however many there are. Products with their species have the name that the reader's company uses.
 */
export async function readDimensionNames(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  by: Dimension,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (by === "sort") return sortNames(ctx, ids);
  const { from, name } = FROM[by];
  const rows = ids.length
    ? await ctx.read
        .select({ id: sql<number>`n.id`, name: sql<string>`${name}` })
        .from(sql`json_each(${JSON.stringify(ids)}) k CROSS JOIN ${from}`)
    : [];
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Return the names of products with their species: the reader's company's own name, followed by the standard name. */
async function sortNames(ctx: Pick<Ctx<CompanyActor>, "read" | "actor">, ids: readonly number[]) {
  const keys = new Map(ids.map((id) => [id, formatProductKey(parseSortKey(id))]));
  const [known, own] = await Promise.all([
    readProductsByKey(ctx, [...keys.values()]),
    readCompanyProductNamesByKey(ctx),
  ]);
  return new Map(
    [...keys].map(([id, key]) => [
      id,
      formatNameWithStandard(own.get(key) ?? null, known.get(key)?.name ?? UNNAMED_LABEL),
    ]),
  );
}
