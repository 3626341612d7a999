import { parseProductKey } from "./product-key";

/** Shape in a product's icon: a butt log, a stack of short logs, long poles, a heap of chips, a stump, or a generic log. */
export type ProductIconShape = "log" | "stack" | "poles" | "chips" | "stump" | "other";
/** Kind of tree that the product is cut from; null if it can be any kind. */
export type ProductIconTree = "needle" | "leaf" | null;

/** Product types by their ids in the API. */
const SHAPES: Readonly<Record<Exclude<ProductIconShape, "other">, readonly number[]>> = {
  log: [1, 2, 3, 9, 10, 21],
  stack: [4, 5, 6, 11, 13, 14, 18, 20],
  poles: [7, 8, 12],
  chips: [15, 16, 17],
  stump: [19],
};
/** Species groups of each kind of tree, by id. */
const GROUPS: Readonly<Record<"needle" | "leaf", readonly (number | null)[]>> = {
  needle: [1, 3, 5, 6, 7],
  leaf: [2, 4, 8, 9, 10],
};
/** First hardwood number in FIA's species codes; softwoods have lower numbers. */
const FIRST_HARDWOOD = 300;

/** Return the icon of a product by its key; null for an invalid key. */
export function getProductIcon(key: string): { shape: ProductIconShape; tree: ProductIconTree } | null {
  const product = parseProductKey(key);
  if (!product) return null;
  const { product_type_id, wood_species_id: species, wood_species_type_id: group } = product;
  const shape = (["log", "stack", "poles", "chips", "stump"] as const).find((name) =>
    SHAPES[name].includes(product_type_id),
  );
  if (species !== null)
    return { shape: shape ?? "other", tree: species < FIRST_HARDWOOD ? "needle" : "leaf" };
  const tree = (["needle", "leaf"] as const).find((kind) => GROUPS[kind].includes(group)) ?? null;
  return { shape: shape ?? "other", tree };
}
