/** A product in one form field: type, species, species group. */
export const productKey = (p: {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
}): string => `${p.product_type_id}-${p.wood_species_id ?? 0}-${p.wood_species_type_id ?? 0}`;
