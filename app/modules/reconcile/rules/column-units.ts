import { typedKeys } from "~/lib/object/records";
import { removeHeadingZone } from "~/lib/time/read-when";
import { type CellReading, readUnitVolume, type UnitVolume } from "~/lib/units/quantity";
import {
  isVolumeUnit,
  isWeightUnit,
  OTHER_UNITS,
  readNamedUnit,
  readUnitCell,
  type UnitKey,
  type VolumeUnitKey,
  type WeightUnitKey,
} from "~/lib/units/units";

/** Patterns for a column's headings, the surest first. */
export type ColumnHints<Field extends string> = Record<Field, readonly RegExp[]>;

export const PRICE_HEADING = /\bprice|\brates?\b|\$|dollars per|\bamount\b|\bper\b/i;
/** A scaled volume comes before one that may be an estimate. "Scaled" alone is more often a day. */
export const VOLUME_COLUMN = [
  /scaled?[\s_]*(volume|quantity|qty)/i,
  /^(?!.*estim).*(volume|quantity|qty|\btons?\b|tonnes?|board\s*f(ee|oo)?t|\bcords?\b|\bcds?\b|\bm?bf\b|\bcunits?\b|\bccf\b|scribner|doyle)/i,
  /^units$/i,
];
export const UNIT_COLUMN = [
  /scaled?\b.*(\bunit|uom)/i,
  /unit\s*type|uom|unit of|volume unit/i,
  /^(?!.*(estim|weight)).*\bunits?\b/i,
];

/**
 * Guess the meaning of headings from their words and units; each heading is used once. A heading in cords or board feet
 * isn't a weight, whatever its words: "Net BF" is a scale.
 */
export function guessHeadings<Field extends string>(
  hints: ColumnHints<Field>,
  headings: readonly string[],
  { weights, volume }: { weights: readonly Field[]; volume: Field },
): Partial<Record<Field, string>> {
  const free = new Set(headings.filter(Boolean));
  const columns: Partial<Record<Field, string>> = {};
  const fits = (field: Field, heading: string) => {
    const { unit } = readNamedUnit(heading);
    if (weights.includes(field)) return unit === null || isWeightUnit(unit);
    return field !== volume || !PRICE_HEADING.test(heading);
  };
  for (const field of typedKeys(hints)) {
    const heading = firstMatch(
      [...free].filter((name) => fits(field, name)),
      [...hints[field], ...(field === volume ? [IN_VOLUME_UNIT] : [])],
    );
    if (heading === undefined) continue;
    columns[field] = heading;
    free.delete(heading);
  }
  return columns;
}

const IN_VOLUME_UNIT = {
  test: (heading: string) => {
    const { unit } = readNamedUnit(heading);
    return unit !== null && !isWeightUnit(unit);
  },
};

const firstMatch = (headings: readonly string[], hints: readonly { test(text: string): boolean }[]) =>
  hints
    .map((hint) => headings.find((heading) => hint.test(removeHeadingZone(heading))))
    .find((heading) => heading !== undefined);

/** Return the unit of a column of weights: pounds if its heading names none, null if it names an unknown one. */
export function parseHeadingWeightUnit(heading: string | undefined): WeightUnitKey | null {
  const { unit, unknown } = readNamedUnit(heading ?? "");
  if (unit === null) return unknown === null ? "lb" : null;
  return isWeightUnit(unit) ? unit : null;
}

/** Return the unit that the heading of a column of volumes names; null if it names none that loads are counted in. */
export function parseHeadingVolumeUnit(heading: string): VolumeUnitKey | WeightUnitKey | null {
  const { unit } = readNamedUnit(heading);
  return unit !== null && (isVolumeUnit(unit) || isWeightUnit(unit)) ? unit : null;
}

/** Return the question about the unit of a column. */
export function formatUnitQuestion(heading: string): string {
  const { unit, unknown } = readNamedUnit(heading);
  if (unknown !== null) return `We don't know the unit in "${heading.slice(0, 60)}". Choose one.`;
  if (unit !== null && !isVolumeUnit(unit) && !isWeightUnit(unit)) return OTHER_UNITS[unit].reason;
  return `Choose the unit of "${heading.slice(0, 60)}".`;
}

/** Read a cell of a column of units. */
export function readUnitKey(text: string): CellReading<UnitKey> {
  const cell = readUnitCell(text);
  return cell ? { ok: true, value: cell.unit } : { ok: false, problem: "isn't a unit that is known." };
}

/** Read a cell of a column of volumes. `unit` is the one that its row or its heading names; null if neither does. */
export function readVolumeCell(text: string, unit: UnitKey | null): CellReading<UnitVolume> {
  const reading = readUnitVolume(text, unit);
  if (reading.ok && reading.value.volume < 0) return { ok: false, problem: "is less than 0." };
  return reading;
}
