import { inArray } from "drizzle-orm";
import { product } from "#db/schema";
import { pick } from "~/lib/object/records";
import { readProductsByKey } from "~/modules/products/shared/products.server";
import { parseProduct } from "~/modules/trip-tickets/rules/product-input";
import { formatProductKey } from "~/modules/trip-tickets/rules/product-key";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";

type SentProducts = Parameters<typeof parseProduct>[0] & { product_ids?: number[]; products?: string[] };

/** Split the products sent for a destination, under any of their field names, from the rest of the input. */
export function splitProducts<T extends SentProducts>(input: T) {
  const {
    product_ids,
    products,
    product,
    product_type_id,
    wood_species_id,
    wood_species_type_id,
    wood,
    ...rest
  } = input;
  const another = parseProduct({ product, product_type_id, wood_species_id, wood_species_type_id, wood });
  const isSent = product_ids !== undefined || products !== undefined || another !== null;
  const keys = [...(products ?? []), ...(another === null ? [] : [another])];
  return { rest, sent: isSent ? { ids: product_ids ?? [], keys } : null };
}

/** Return each product once, whether sent as an id in the list or as a key. */
export async function requireKnownProducts(ctx: Ctx, { ids, keys }: { ids: number[]; keys: string[] }) {
  const listed = await listedProducts(ctx, [...new Set(ids)]);
  const any = await readProductsByKey(ctx, keys);
  if (any.size !== new Set(keys).size) throw invalid({ products: ["Choose from the products"] });
  return [...new Map([...listed, ...any.values()].map((p) => [formatProductKey(p), p])).values()].map((p) =>
    pick(p, ["product_type_id", "wood_species_id", "wood_species_type_id"]),
  );
}

async function listedProducts(ctx: Ctx, expected: number[]) {
  if (expected.length === 0) return [];
  const rows = await ctx.read
    .select({
      product_type_id: product.product_type_id,
      wood_species_id: product.wood_species_id,
      wood_species_type_id: product.wood_species_type_id,
    })
    .from(product)
    .where(inArray(product.id, expected));
  if (rows.length !== expected.length) throw invalid({ product_ids: ["Choose from the products"] });
  return rows;
}
