export type ProductIds = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
};

/** A product in one form field: type, species, species group. */
export const formatProductKey = (p: ProductIds): string =>
  `${p.product_type_id}-${p.wood_species_id ?? 0}-${p.wood_species_type_id ?? 0}`;

/** Ids in a form field, as `formatProductKey` writes them; null for any other text. */
export function parseProductKey(key: string): ProductIds | null {
  const [, type, species, group] = /^([1-9]\d{0,8})-(\d{1,9})-(\d{1,9})$/.exec(key) ?? [];
  if (!type) return null;
  return {
    product_type_id: Number(type),
    wood_species_id: Number(species) || null,
    wood_species_type_id: Number(group) || null,
  };
}

/** A species (s746) or a group of species (g4) in one form field. */
export function parseSpeciesKey(key: string): Omit<ProductIds, "product_type_id"> | null {
  if (key === "") return { wood_species_id: null, wood_species_type_id: null };
  const [, kind, digits] = /^([sg])([1-9]\d{0,8})$/.exec(key) ?? [];
  if (!kind) return null;
  return kind === "s"
    ? { wood_species_id: Number(digits), wood_species_type_id: null }
    : { wood_species_id: null, wood_species_type_id: Number(digits) };
}
