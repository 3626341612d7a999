import {
  convertVolume,
  DEFAULT_LOAD_TONS,
  DEFAULT_UNIT,
  isUnit,
  type Thousandths,
  UNIT,
} from "~/domain/measures/measures";

export type MixEntry = {
  product_type_id: number;
  wood_species_id: number | null;
  wood_species_type_id: number | null;
  wood_unit_type_id: number;
  is_accepted: boolean;
};

/** A product in one form field: type, species, species group. */
export const productKey = (p: Omit<MixEntry, "wood_unit_type_id" | "is_accepted">): string =>
  `${p.product_type_id}-${p.wood_species_id ?? 0}-${p.wood_species_type_id ?? 0}`;

/**
 * The estimate that a new ticket starts with: the load of the hauler, else of the requesting company, else
 * 55 tons, in the unit of the product mix (decisions, section 4).
 */
export function defaultVolume(
  unit: number,
  haulerLoadTons: number | null,
  requesterLoadTons: number | null,
): { volume: Thousandths; unit: number } {
  const tons = haulerLoadTons ?? requesterLoadTons ?? DEFAULT_LOAD_TONS;
  const to = isUnit(unit) ? unit : DEFAULT_UNIT;
  return { volume: convertVolume(Math.round(tons * 1000), UNIT.ton, to), unit: to };
}
