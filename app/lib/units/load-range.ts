import {
  formatPounds,
  formatThousandths,
  formatVolume,
  isUnit,
  type Thousandths,
  UNIT,
  type UnitId,
} from "./measures";

/**
 * Minimum and maximum load of one truck, by unit; docs/loads.md has the sources. Maximum: the heaviest gross weight
 * that a state allows on its roads, 164,000 lb (Michigan, MDOT), as if all of it were wood, and the same by
 * the usual factors (1 MBF = 4.8 tons = 2 cords). Minimum: one ton, a twentieth of a common load.
 */
export const LOAD_VOLUME_RANGE: Readonly<Record<UnitId, { least: Thousandths; most: Thousandths }>> = {
  [UNIT.mbf]: { least: 200, most: 17_000 },
  [UNIT.ton]: { least: 1_000, most: 82_000 },
  [UNIT.cord]: { least: 400, most: 34_000 },
};
/** Minimum and maximum net weight of one truck, in pounds. */
export const NET_POUNDS_RANGE = { least: 2_000, most: 164_000 } as const;

/** True if one truck can carry this volume. */
export const isPlausibleLoadVolume = (volume: Thousandths, unit: UnitId): boolean =>
  volume >= LOAD_VOLUME_RANGE[unit].least && volume <= LOAD_VOLUME_RANGE[unit].most;

/** Return warnings about a volume or a net weight that one truck doesn't carry; empty if both are plausible. */
export function getLoadRangeWarnings({
  volume,
  unit,
  net = null,
  what = "scaled volume",
}: {
  volume: Thousandths | null;
  unit: number | null;
  net?: number | null;
  what?: "scaled volume" | "estimated volume";
}): string[] {
  const warnings: string[] = [];
  if (volume !== null && unit !== null && isUnit(unit) && !isPlausibleLoadVolume(volume, unit)) {
    const { least, most } = LOAD_VOLUME_RANGE[unit];
    warnings.push(
      `The ${what} is ${formatVolume(volume, unit)}. One truck carries ${formatThousandths(least)} to ${formatVolume(most, unit)}.${unit === UNIT.mbf && volume >= 200_000 ? " Is this board feet?" : ""}`,
    );
  }
  // Skip a net weight of 0, which has its own message.
  if (net !== null && net > 0 && (net < NET_POUNDS_RANGE.least || net > NET_POUNDS_RANGE.most))
    warnings.push(
      `The net weight is ${formatPounds(net)}. One truck carries ${NET_POUNDS_RANGE.least.toLocaleString("en-US")} to ${formatPounds(NET_POUNDS_RANGE.most)}.`,
    );
  return warnings;
}
