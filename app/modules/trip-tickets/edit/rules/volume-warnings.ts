import { getLoadRangeWarnings } from "~/lib/units/load-range";
import {
  computeWeighedTons,
  convertVolume,
  formatPounds,
  formatVolume,
  isUnit,
  subtractDeduction,
  type Thousandths,
  toTonThousandths,
  UNIT,
} from "~/lib/units/measures";
import { removeDefaultEstimate, type UsualLoads } from "../../rules/defaults";

/** Measurements of a load, and its estimate, with the usual loads that distinguish a typed estimate from a default. */
export type MeasuredFields = UsualLoads & {
  estimated_volume: Thousandths | null;
  estimated_wood_unit_type_id: number | null;
  scaled_volume: Thousandths | null;
  scaled_wood_unit_type_id: number | null;
  net_pounds: number | null;
  deduction_pounds: number | null;
};

/** Percentage by which a volume in tons may differ from the net weight before it is questioned. */
const NET_PERCENT = 2;
/**
 * Percentage by which a volume may differ from the estimate before it is questioned; in units other than tons, a volume
 * may differ by this percentage from the net weight too.
 */
const ROUGH_PERCENT = 40;

/**
 * Return the volume of a net weight less the mill's deduction, since that volume is paid. Tons only, because board feet
 * and cords can't be weighed (docs/domain.md#receiving-and-scaling).
 */
export const computeVolumeFromNet = (
  net: number | null,
  deduction: number | null,
  unit: number,
): Thousandths | null =>
  unit === UNIT.ton && net !== null && net > (deduction ?? 0) ? computeWeighedTons(net, deduction) : null;

const differs = (value: number, from: number, percent: number) =>
  Math.abs(value - from) * 100 > percent * from;

/**
 * Return inconsistencies in a load's measures. They are shown and confirmed, never refused. Nothing is
 * compared with the estimate that a new ticket starts with, since nobody typed it.
 */
export function getScalingWarnings(m: MeasuredFields): string[] {
  const { scaled_volume: volume, scaled_wood_unit_type_id: unit } = m;
  const warnings = m.net_pounds === 0 ? ["The net weight is 0 lb. Check gross and tare."] : [];
  if (volume === null || unit === null || !isUnit(unit)) return warnings;
  const net = m.net_pounds ? subtractDeduction(m.net_pounds, m.deduction_pounds) : null;
  const scaled = formatVolume(volume, unit);
  // Convert with two pounds per thousandth of a ton.
  const tons = unit === UNIT.ton ? volume : convertVolume(volume, unit, UNIT.ton);
  if (net !== null && differs(tons * 2, net, unit === UNIT.ton ? NET_PERCENT : ROUGH_PERCENT)) {
    const about = unit === UNIT.ton ? "" : `, about ${formatVolume(tons, UNIT.ton)}`;
    warnings.push(
      `The scaled volume is ${scaled}${about}, but the net weight of ${formatPounds(net)}${m.deduction_pounds ? " after the deduction" : ""} is ${formatVolume(toTonThousandths(net), UNIT.ton)}.`,
    );
  }
  const { estimated_volume: estimate, estimated_wood_unit_type_id: estimateUnit } = removeDefaultEstimate(m);
  if (!estimate || estimateUnit === null || !isUnit(estimateUnit)) return warnings;
  if (differs(convertVolume(volume, unit, estimateUnit), estimate, ROUGH_PERCENT))
    warnings.push(
      `The scaled volume is ${scaled}, but the estimate is ${formatVolume(estimate, estimateUnit)}.`,
    );
  return warnings;
}

/**
 * Return warnings about a scaled volume or net weight unlikely for one truck; the load is saved once a user confirms
 * them.
 */
export const getUnlikelyMeasureWarnings = (
  m: Pick<MeasuredFields, "scaled_volume" | "scaled_wood_unit_type_id" | "net_pounds">,
): string[] =>
  getLoadRangeWarnings({ volume: m.scaled_volume, unit: m.scaled_wood_unit_type_id, net: m.net_pounds });

const HOUR = 3_600_000;

/**
 * Return the default scaling time of a load: now, or the drop-off time if the weights are keyed half a day or more
 * after it. Null if the result would be before the pickup.
 */
export function getDefaultScaledTime(
  now: Date,
  times: { picked_up_at: string | null; dropped_off_at: string | null },
): string | null {
  const { picked_up_at: picked, dropped_off_at: dropped } = times;
  const late = dropped !== null && now.getTime() - Date.parse(dropped) > 12 * HOUR;
  const instant = late ? dropped : now.toISOString();
  return picked !== null && Date.parse(picked) > Date.parse(instant) ? null : instant;
}
