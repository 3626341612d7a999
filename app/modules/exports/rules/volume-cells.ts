import { getUnitName } from "~/lib/units/measures";

/** Convert a volume stored in thousandths to a number of units. */
export const toVolume = (thousandths: number | null) => (thousandths === null ? null : thousandths / 1000);

export const toUnitName = (id: number | null) => (id === null ? null : getUnitName(id));

/** Return a load's scaled volume, or its estimated one until it is scaled; null if it has neither. */
export function getBestVolume(load: {
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  estimated_volume: number | null;
  estimated_wood_unit_type_id: number | null;
}) {
  if (load.scaled_volume !== null)
    return {
      volume: toVolume(load.scaled_volume),
      unit: toUnitName(load.scaled_wood_unit_type_id),
      basis: "scaled",
    };
  if (load.estimated_volume !== null)
    return {
      volume: toVolume(load.estimated_volume),
      unit: toUnitName(load.estimated_wood_unit_type_id),
      basis: "estimated",
    };
  return null;
}
