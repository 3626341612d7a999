import type { ProductIds } from "~/modules/trip-tickets/rules/product-key";

/**
 * Factors that encode a product with its species or species group as one number, because loads are grouped by one
 * number.
 */
export const SORT_KEY_SPECIES_FACTOR = 1_000;
export const SORT_KEY_TYPE_FACTOR = 10_000_000;

/** Decode the number of a product with its species. */
export const parseSortKey = (key: number): ProductIds => ({
  product_type_id: Math.floor(key / SORT_KEY_TYPE_FACTOR),
  wood_species_id: Math.floor((key % SORT_KEY_TYPE_FACTOR) / SORT_KEY_SPECIES_FACTOR) || null,
  wood_species_type_id: key % SORT_KEY_SPECIES_FACTOR || null,
});
