import { sql } from "drizzle-orm";
import { formatProductKey, type ProductIds } from "~/modules/trip-tickets/rules/product-key";
import { formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { ReadCtx } from "~/web/procedure";

/** Return the names of products by key, even of products on no job: "Pulpwood, quaking aspen". */
export async function readProductNames(
  { read }: Pick<ReadCtx, "read">,
  products: readonly ProductIds[],
): Promise<Map<string, string>> {
  const keys = [...new Map(products.map((product) => [formatProductKey(product), product])).entries()];
  if (keys.length === 0) return new Map();
  const rows = await read
    .select({
      key: sql<string>`p.value ->> 0`,
      product_type: sql<string>`t.name`,
      wood_species: sql<string | null>`s.name`,
      wood_species_type: sql<string | null>`k.name`,
    })
    .from(
      sql`json_each(${JSON.stringify(keys.map(([key, p]) => [key, p.product_type_id, p.wood_species_id, p.wood_species_type_id]))}) p
        JOIN product_type t ON t.id = p.value ->> 1 LEFT JOIN wood_species s ON s.id = p.value ->> 2
        LEFT JOIN wood_species_type k ON k.id = p.value ->> 3`,
    );
  return new Map(rows.map(({ key, ...product }) => [key, formatProduct(product)]));
}
