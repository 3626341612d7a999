import { typedKeys } from "~/lib/object/records";
import { removeHeadingZone } from "~/lib/time/read-when";
import { type ParsedCell, parseVolumeCell, type UnitVolume } from "~/lib/units/quantity";
import {
  findNamedUnit,
  isVolumeUnit,
  isWeightUnit,
  OTHER_UNITS,
  parseUnitCell,
  type UnitKey,
  type VolumeUnitKey,
  type WeightUnitKey,
} from "~/lib/units/units";

/** Heading patterns for each field, the most certain first. */
export type ColumnHints<Field extends string> = Record<Field, readonly RegExp[]>;

export const PRICE_HEADING = /\bprice|\brates?\b|\$|dollars per|\bamount\b|\bper\b/i;
/** Match a scaled volume before a volume that may be an estimate. A heading with only "Scaled" is usually a date. */
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
 * Guess each field's column from the words and units in the headings; each heading is used once. A heading in cords or
 * board feet is never a weight: "Net BF" is a volume.
 */
export function guessHeadings<Field extends string>(
  hints: ColumnHints<Field>,
  headings: readonly string[],
  { weights, volume }: { weights: readonly Field[]; volume: Field },
): Partial<Record<Field, string>> {
  const free = new Set(headings.filter(Boolean));
  const columns: Partial<Record<Field, string>> = {};
  const fits = (field: Field, heading: string) => {
    const { unit } = findNamedUnit(heading);
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
    const { unit } = findNamedUnit(heading);
    return unit !== null && !isWeightUnit(unit);
  },
};

const firstMatch = (headings: readonly string[], hints: readonly { test(text: string): boolean }[]) =>
  hints
    .map((hint) => headings.find((heading) => hint.test(removeHeadingZone(heading))))
    .find((heading) => heading !== undefined);

/** Return the unit of a weight column: pounds if its heading names no unit, null if the unit is unknown. */
export function parseHeadingWeightUnit(heading: string | undefined): WeightUnitKey | null {
  const { unit, unknown } = findNamedUnit(heading ?? "");
  if (unit === null) return unknown === null ? "lb" : null;
  return isWeightUnit(unit) ? unit : null;
}

/** Return the unit in a volume column's heading; null if the heading has no unit used for loads. */
export function parseHeadingVolumeUnit(heading: string): VolumeUnitKey | WeightUnitKey | null {
  const { unit } = findNamedUnit(heading);
  return unit !== null && (isVolumeUnit(unit) || isWeightUnit(unit)) ? unit : null;
}

/** Return the message that asks the user for a column's unit. */
export function formatUnitQuestion(heading: string): string {
  const { unit, unknown } = findNamedUnit(heading);
  if (unknown !== null) return `We don't know the unit in "${heading.slice(0, 60)}". Choose one.`;
  if (unit !== null && !isVolumeUnit(unit) && !isWeightUnit(unit)) return OTHER_UNITS[unit].reason;
  return `Choose the unit of "${heading.slice(0, 60)}".`;
}

/** Parse a cell of a unit column. */
export function parseUnitColumnCell(text: string): ParsedCell<UnitKey> {
  const cell = parseUnitCell(text);
  return cell ? { ok: true, value: cell.unit } : { ok: false, problem: "isn't a unit that is known." };
}

/** Parse a cell of a volume column. `unit` comes from the row or the heading; null if neither has a unit. */
export function parseVolumeColumnCell(text: string, unit: UnitKey | null): ParsedCell<UnitVolume> {
  const reading = parseVolumeCell(text, unit);
  if (reading.ok && reading.value.volume < 0) return { ok: false, problem: "is less than 0." };
  return reading;
}
