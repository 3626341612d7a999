import { eq } from "drizzle-orm";
import { product, productType } from "#db/schema";
import type { Ctx } from "~/web/procedure";

/** The products that may be sold, each with its unit. */
export const readProducts = (ctx: Pick<Ctx, "read">) =>
  ctx.read
    .select({
      name: product.name,
      product_type_id: product.product_type_id,
      wood_species_id: product.wood_species_id,
      wood_species_type_id: product.wood_species_type_id,
      unit: productType.default_wood_unit_type_id,
    })
    .from(product)
    .innerJoin(productType, eq(productType.id, product.product_type_id))
    .orderBy(product.name, product.id);
