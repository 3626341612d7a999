import type { ProductIds } from "~/domain/tickets/product-key";

/** A product, with its species or group of species, as one number: what loads are put together by has one. */
export const SPECIES_IN_SORT = 1_000;
export const TYPE_IN_SORT = 10_000_000;

/** The product that such a number says. */
export const parseSortKey = (key: number): ProductIds => ({
  product_type_id: Math.floor(key / TYPE_IN_SORT),
  wood_species_id: Math.floor((key % TYPE_IN_SORT) / SPECIES_IN_SORT) || null,
  wood_species_type_id: key % SPECIES_IN_SORT || null,
});
