import { getLoadRangeWarnings } from "~/lib/units/load-range";
import {
  computeWeighedTons,
  convertVolume,
  formatPounds,
  formatVolume,
  isUnit,
  poundsToTons,
  subtractDeduction,
  type Thousandths,
  UNIT,
} from "~/lib/units/measures";
import { type UsualLoads, withTypedEstimate } from "../../rules/defaults";

/** Measures of a load, and the expected ones, with the usual loads that tell a typed estimate from a default. */
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
/** Percentage by which any volume may differ from the estimate, and one not in tons also from the net weight. */
const ROUGH_PERCENT = 40;

/**
 * Return the volume from a net weight, less the mill's deduction, since the volume is what is paid. Only tons: nobody
 * can weigh board feet or cords (docs/domain.md#receiving-and-scaling).
 */
export const computeFilledVolume = (
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
  // A thousandth of a ton is two pounds.
  const tons = unit === UNIT.ton ? volume : convertVolume(volume, unit, UNIT.ton);
  if (net !== null && differs(tons * 2, net, unit === UNIT.ton ? NET_PERCENT : ROUGH_PERCENT)) {
    const about = unit === UNIT.ton ? "" : `, about ${formatVolume(tons, UNIT.ton)}`;
    warnings.push(
      `The scaled volume is ${scaled}${about}, but the net weight of ${formatPounds(net)}${m.deduction_pounds ? " after the deduction" : ""} is ${formatVolume(poundsToTons(net), UNIT.ton)}.`,
    );
  }
  const { estimated_volume: estimate, estimated_wood_unit_type_id: estimateUnit } = withTypedEstimate(m);
  if (!estimate || estimateUnit === null || !isUnit(estimateUnit)) return warnings;
  if (differs(convertVolume(volume, unit, estimateUnit), estimate, ROUGH_PERCENT))
    warnings.push(
      `The scaled volume is ${scaled}, but the estimate is ${formatVolume(estimate, estimateUnit)}.`,
    );
  return warnings;
}

/** Return what is too much for one truck in a load's scaled volume and net weight; saved once a user confirms it. */
export const getUnlikelyMeasures = (
  m: Pick<MeasuredFields, "scaled_volume" | "scaled_wood_unit_type_id" | "net_pounds">,
): string[] =>
  getLoadRangeWarnings({ volume: m.scaled_volume, unit: m.scaled_wood_unit_type_id, net: m.net_pounds });

const HOUR = 3_600_000;

/**
 * Return the default scaling time of a load: now, or the drop-off time if its weights are keyed half a day later or
 * more. Null if that would be before the pickup.
 */
export function getScaledTime(
  now: Date,
  times: { picked_up_at: string | null; dropped_off_at: string | null },
): string | null {
  const { picked_up_at: picked, dropped_off_at: dropped } = times;
  const late = dropped !== null && now.getTime() - Date.parse(dropped) > 12 * HOUR;
  const instant = late ? dropped : now.toISOString();
  return picked !== null && Date.parse(picked) > Date.parse(instant) ? null : instant;
}
