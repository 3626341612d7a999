import {
  convertVolume,
  DEFAULT_LOAD_TONS,
  DEFAULT_UNIT,
  isUnit,
  type Thousandths,
  UNIT,
} from "~/domain/measures/measures";

export { productKey } from "~/domain/tickets/product-key";

/**
 * Whether an estimate is one that a new ticket starts with, so that nobody needs to have typed it. `loads` are the usual
 * loads in tons of the companies that it may have come from.
 */
export function isDefaultVolume(
  volume: number | null,
  unit: number | null,
  loads: readonly (number | null)[],
): boolean {
  if (volume === null || unit === null) return false;
  return [...loads, DEFAULT_LOAD_TONS].some((tons) => defaultVolume(unit, tons, null).volume === volume);
}

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
