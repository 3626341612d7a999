import {
  convertVolume,
  DEFAULT_LOAD_TONS,
  DEFAULT_UNIT,
  isUnit,
  type Thousandths,
  UNIT,
} from "~/lib/units/measures";

export { formatProductKey } from "./product-key";

/**
 * Check whether an estimate equals a new ticket's default, so that perhaps nobody typed it. `loads` are the usual
 * loads, in tons, of the companies from which the default may come.
 */
function isDefaultVolume(
  volume: number | null,
  unit: number | null,
  loads: readonly (number | null)[],
): boolean {
  if (volume === null || unit === null) return false;
  return [...loads, DEFAULT_LOAD_TONS].some((tons) => getDefaultVolume(unit, tons, null).volume === volume);
}

/**
 * Return a new ticket's default estimate: the hauler's usual load, else the requesting company's, else 55 tons, in the
 * product's unit (docs/domain.md#new-tickets).
 */
export function getDefaultVolume(
  unit: number,
  haulerLoadTons: number | null,
  requesterLoadTons: number | null,
): { volume: Thousandths; unit: number } {
  const tons = haulerLoadTons ?? requesterLoadTons ?? DEFAULT_LOAD_TONS;
  const to = isUnit(unit) ? unit : DEFAULT_UNIT;
  return { volume: convertVolume(Math.round(tons * 1000), UNIT.ton, to), unit: to };
}

/** Usual loads, in tons, of the companies that a new ticket's estimate comes from. */
export type UsualLoads = { hauler_load: number | null; requester_load: number | null };

type Estimate = { estimated_volume: number | null; estimated_wood_unit_type_id: number | null };

/** Remove a load's estimate if nobody typed it, because measured values shouldn't be compared with a default. */
export const removeDefaultEstimate = <Load extends Estimate & UsualLoads>(load: Load): Load =>
  isDefaultVolume(load.estimated_volume, load.estimated_wood_unit_type_id, [
    load.hauler_load,
    load.requester_load,
  ])
    ? { ...load, estimated_volume: null }
    : load;
