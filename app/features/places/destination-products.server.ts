import { inArray } from "drizzle-orm";
import { product } from "#db/schema";
import { productsByKey } from "~/core/products/products.server";
import { givenProduct } from "~/core/tickets/product-input";
import { picked } from "~/domain/records/records";
import { productKey } from "~/domain/tickets/product-key";
import type { Ctx } from "~/web/procedure";
import { invalid } from "~/web/refusal";

type SentProducts = Parameters<typeof givenProduct>[0] & { product_ids?: number[]; products?: string[] };

/** The products that were sent of a destination, however they were named; and the rest of the input. */
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
  const another = givenProduct({ product, product_type_id, wood_species_id, wood_species_type_id, wood });
  const isSent = product_ids !== undefined || products !== undefined || another !== null;
  const keys = [...(products ?? []), ...(another === null ? [] : [another])];
  return { rest, sent: isSent ? { ids: product_ids ?? [], keys } : null };
}

/** Each product once, whether it was named by its id in the list or by its key. */
export async function knownProducts(ctx: Ctx, { ids, keys }: { ids: number[]; keys: string[] }) {
  const listed = await listedProducts(ctx, [...new Set(ids)]);
  const any = await productsByKey(ctx, keys);
  if (any.size !== new Set(keys).size) throw invalid({ products: ["Choose from the products"] });
  return [...new Map([...listed, ...any.values()].map((p) => [productKey(p), p])).values()].map((p) =>
    picked(p, ["product_type_id", "wood_species_id", "wood_species_type_id"]),
  );
}

async function listedProducts(ctx: Ctx, wanted: number[]) {
  if (wanted.length === 0) return [];
  const rows = await ctx.read
    .select({
      product_type_id: product.product_type_id,
      wood_species_id: product.wood_species_id,
      wood_species_type_id: product.wood_species_type_id,
    })
    .from(product)
    .where(inArray(product.id, wanted));
  if (rows.length !== wanted.length) throw invalid({ product_ids: ["Choose from the products"] });
  return rows;
}
