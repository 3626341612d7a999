import type { ProductIds } from "~/modules/trip-tickets/rules/product-key";

/** Encodes a product, with its species or group of species, as one number, because loads are grouped by one number. */
export const SPECIES_IN_SORT = 1_000;
export const TYPE_IN_SORT = 10_000_000;

/** Decode such a number to its product. */
export const parseSortKey = (key: number): ProductIds => ({
  product_type_id: Math.floor(key / TYPE_IN_SORT),
  wood_species_id: Math.floor((key % TYPE_IN_SORT) / SPECIES_IN_SORT) || null,
  wood_species_type_id: key % SPECIES_IN_SORT || null,
});
