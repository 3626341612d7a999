export type ProductIds = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
};

/** Format a product for one form field: the ids of its type, species and species group. */
export const formatProductKey = (p: ProductIds): string =>
  `${p.product_type_id}-${p.wood_species_id ?? 0}-${p.wood_species_type_id ?? 0}`;

/** Parse the ids in a form field written by `formatProductKey`; null for any other text. */
export function parseProductKey(key: string): ProductIds | null {
  const [, type, species, group] = /^([1-9]\d{0,8})-(\d{1,9})-(\d{1,9})$/.exec(key) ?? [];
  if (!type) return null;
  return {
    product_type_id: Number(type),
    wood_species_id: Number(species) || null,
    wood_species_type_id: Number(group) || null,
  };
}

/** Parse a form field with a species (s746) or a species group (g4); null for any other text. */
export function parseSpeciesKey(key: string): Omit<ProductIds, "product_type_id"> | null {
  if (key === "") return { wood_species_id: null, wood_species_type_id: null };
  const [, kind, digits] = /^([sg])([1-9]\d{0,8})$/.exec(key) ?? [];
  if (!kind) return null;
  return kind === "s"
    ? { wood_species_id: Number(digits), wood_species_type_id: null }
    : { wood_species_id: null, wood_species_type_id: Number(digits) };
}
