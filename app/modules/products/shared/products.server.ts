import { asc, eq, inArray } from "drizzle-orm";
import { product, productType, woodSpecies, woodSpeciesType } from "#db/schema";
import { formatProductKey, type ProductIds, parseProductKey } from "~/modules/trip-tickets/rules/product-key";
import { formatNameWithStandard, formatProduct } from "~/modules/trip-tickets/rules/trip-ticket";
import type { Ctx } from "~/web/procedure";
import { isProductCommonInState } from "../rules/usual-products";

type Reads = Pick<Ctx, "read">;

/** Product that can be sold: a type with a species, with a group of species, or alone. */
export type SoldProduct = ProductIds & { name: string; unit: number | null };

/** Return the commonly sold products, each with its unit. */
export const readCommonProducts = (ctx: Reads): Promise<SoldProduct[]> =>
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

/**
 * Return the commonly sold products, with those usual in a state first. Products that a company has named itself come
 * before all others, under that name, even if not commonly sold.
 */
export async function readProductsLocalFirst(
  ctx: Reads,
  stusps: string | null,
  own: ReadonlyMap<string, string> = new Map(),
): Promise<SoldProduct[]> {
  const all = (await readCommonProducts(ctx)).filter((p) => !own.has(formatProductKey(p)));
  const mine = await readProductsByKey(ctx, [...own.keys()], own);
  const usual = all.filter((p) => isProductCommonInState(stusps, p));
  return [...mine.values(), ...usual, ...all.filter((p) => !usual.includes(p))];
}

/**
 * Return products by key. Every type can be combined with every species or group, not only as commonly sold. Keys with
 * an unknown part, or with both a species and a group, are omitted. A company's `own` names replace the usual names.
 */
export async function readProductsByKey(
  ctx: Reads,
  keys: readonly string[],
  own: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, SoldProduct>> {
  const expected = [...new Set(keys)].flatMap((key) => parseProductKey(key) ?? []);
  const ids = (of: (p: ProductIds) => number | null) => [...new Set(expected.flatMap((p) => of(p) ?? []))];
  const typeIds = ids((p) => p.product_type_id);
  const speciesIds = ids((p) => p.wood_species_id);
  const groupIds = ids((p) => p.wood_species_type_id);
  const [types, species, groups] = await Promise.all([
    typeIds.length ? ctx.read.select().from(productType).where(inArray(productType.id, typeIds)) : [],
    speciesIds.length
      ? ctx.read
          .select({ id: woodSpecies.id, name: woodSpecies.name })
          .from(woodSpecies)
          .where(inArray(woodSpecies.id, speciesIds))
      : [],
    groupIds.length
      ? ctx.read.select().from(woodSpeciesType).where(inArray(woodSpeciesType.id, groupIds))
      : [],
  ]);
  return new Map(
    expected.flatMap((p): [string, SoldProduct][] => {
      const type = types.find((t) => t.id === p.product_type_id);
      const wood = species.find((s) => s.id === p.wood_species_id);
      const group = groups.find((g) => g.id === p.wood_species_type_id);
      const isKnown =
        type && (p.wood_species_id === null || wood) && (p.wood_species_type_id === null || group);
      if (!isKnown || (wood && group)) return [];
      const known = formatProduct({
        product_type: type.name,
        wood_species: wood?.name ?? null,
        wood_species_type: group?.name ?? null,
      });
      const key = formatProductKey(p);
      const name = formatNameWithStandard(own.get(key) ?? null, known);
      return [[key, { ...p, name, unit: type.default_wood_unit_type_id }]];
    }),
  );
}

/** Return any product by its key; null if it doesn't exist. */
export const findProduct = async (ctx: Reads, key: string | null): Promise<SoldProduct | null> =>
  key === null ? null : ((await readProductsByKey(ctx, [key])).get(key) ?? null);

/** Return the parts of any product: types, groups of species, and species. */
export async function readProductParts(ctx: Reads) {
  const [types, groups, species] = await Promise.all([
    ctx.read.select().from(productType).orderBy(asc(productType.name)),
    ctx.read.select().from(woodSpeciesType).orderBy(asc(woodSpeciesType.id)),
    ctx.read
      .select({ id: woodSpecies.id, name: woodSpecies.name })
      .from(woodSpecies)
      .orderBy(asc(woodSpecies.name)),
  ]);
  return {
    types: types.map((t) => ({ value: t.id, label: t.name })),
    woods: [
      ...groups.map((g) => ({ value: `g${g.id}`, label: g.name })),
      ...species.map((s) => ({ value: `s${s.id}`, label: s.name })),
    ],
  };
}
export type ProductParts = Awaited<ReturnType<typeof readProductParts>>;
