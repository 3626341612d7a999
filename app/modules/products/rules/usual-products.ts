import type { ProductIds } from "~/modules/trip-tickets/rules/product-key";

/** Regions in which similar wood is cut. */
const LAKES = ["MI", "MN", "WI"];
const NORTHEAST = ["CT", "DE", "MA", "MD", "ME", "NH", "NJ", "NY", "PA", "RI", "VT"];
const MIDDLE = ["IA", "IL", "IN", "KS", "KY", "MO", "NE", "OH", "TN", "WV"];
const SOUTH = ["AL", "AR", "FL", "GA", "LA", "MS", "NC", "OK", "SC", "TN", "TX", "VA"];
const MOUNTAINS = ["AZ", "CO", "ID", "MT", "NM", "NV", "SD", "UT", "WY"];
const COAST = ["AK", "CA", "HI", "OR", "WA"];

const NORTH = [...LAKES, ...NORTHEAST];
const HARDWOODS = [...NORTH, ...MIDDLE, ...SOUTH];
const WEST = [...MOUNTAINS, ...COAST];

/** States where a species (by its FIA number) is common. */
const SPECIES: Record<number, string[]> = {
  105: LAKES,
  122: WEST,
  125: NORTH,
  129: NORTH,
  131: SOUTH,
  202: WEST,
  241: NORTH,
  242: [...COAST, "ID", "MT"],
  263: [...COAST, "ID"],
  316: [...NORTH, ...MIDDLE],
  318: [...NORTH, ...MIDDLE],
  351: COAST,
  371: NORTH,
  602: MIDDLE,
  621: [...SOUTH, ...MIDDLE],
  746: [...NORTH, ...MOUNTAINS],
  802: [...MIDDLE, ...SOUTH, ...NORTHEAST],
  833: HARDWOODS,
  951: NORTH,
};
/** States where a group of species is common. */
const GROUPS: Record<number, string[]> = {
  2: HARDWOODS,
  3: [...NORTH, ...MOUNTAINS],
  4: HARDWOODS,
  5: SOUTH,
  6: [...NORTH, ...MOUNTAINS],
  7: WEST,
  8: [...NORTH, ...MOUNTAINS],
  9: HARDWOODS,
  10: [...MIDDLE, ...SOUTH, ...NORTHEAST],
};

/** Check whether a product is usual in a state; a product without a specific wood is usual everywhere. */
export function isProductCommonInState(stusps: string | null, p: ProductIds): boolean {
  if (stusps === null) return false;
  if (p.wood_species_id !== null) return SPECIES[p.wood_species_id]?.includes(stusps) ?? false;
  if (p.wood_species_type_id !== null) return GROUPS[p.wood_species_type_id]?.includes(stusps) ?? false;
  return true;
}
