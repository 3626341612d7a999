import { type ExactNumber, isScientific, parseExactNumber } from "./exact-number";
import type { LogRule } from "./log-rules";
import { divideHalfEven, MAX_POUNDS, MAX_VOLUME, type Thousandths, UNIT, type UnitId } from "./measures";
import {
  isVolumeUnit,
  isWeightUnit,
  OTHER_UNITS,
  parseUnitCell,
  type UnitKey,
  VOLUME_UNITS,
  WEIGHT_UNITS,
} from "./units";

/** Number in a cell, with the unit written after it; `unit` is null if none is written. */
type MeasuredCell = { value: ExactNumber; unit: UnitKey | null; rule: LogRule | null };
/** Parsed value of a cell, or the problem to show the user, worded to follow the cell's text in a sentence. */
export type ParsedCell<Value> = { ok: true; value: Value } | { ok: false; problem: string };

/** Parse a cell that contains a number and optionally its unit: "78,540 lb", "7½ cds", "4,321 bd ft". */
function readQuantity(text: string): ParsedCell<MeasuredCell> {
  if (isScientific(text)) return { ok: false, problem: ROUNDED_MESSAGE };
  const plain = parseExactNumber(text);
  if (plain) return { ok: true, value: { value: plain, unit: null, rule: null } };
  const [, number = "", word = ""] =
    /^(\(?[-+\u2212]?[\d.½⅓⅔¼¾⅛⅜⅝⅞][\d.,'’/½⅓⅔¼¾⅛⅜⅝⅞\s]*\)?-?)\s*(\S.*)$/.exec(text.trim()) ?? [];
  const value = parseExactNumber(number);
  if (!value) return { ok: false, problem: "can't be read." };
  const named = parseUnitCell(word);
  return named
    ? { ok: true, value: { value, ...named } }
    : { ok: false, problem: `has a unit that isn't known, "${word.slice(0, 20)}".` };
}

/** Problem of a number whose last digits a spreadsheet has dropped. */
const ROUNDED_MESSAGE = "was shortened by a spreadsheet. Type the whole number.";

/** Return a ticket or truck number as text; reject a number that a spreadsheet has shortened. */
export const parseIdentifierCell = (text: string): ParsedCell<string> =>
  isScientific(text) ? { ok: false, problem: ROUNDED_MESSAGE } : { ok: true, value: text.slice(0, 40) };

/** Return a parsed value, or a problem if the text couldn't be parsed. */
export const toParsedCell = <Value>(value: Value | null): ParsedCell<Value> =>
  value === null ? { ok: false, problem: "can't be read." } : { ok: true, value };

/** Reject a parsed weight below 0. */
export const requirePositive = (reading: ParsedCell<number>): ParsedCell<number> =>
  reading.ok && reading.value < 0 ? { ok: false, problem: "is less than 0." } : reading;

/** Parse a weight in whole pounds. `unit` is the column's unit, used if the cell has none. */
export function parsePoundsCell(text: string, unit: UnitKey): ParsedCell<number> {
  const reading = readQuantity(text);
  if (!reading.ok) return reading;
  const key = reading.value.unit ?? unit;
  if (!isWeightUnit(key)) return { ok: false, problem: "isn't a weight." };
  const { value } = reading.value;
  if (key === "lb" && value.numerator % value.denominator !== 0n)
    return { ok: false, problem: "isn't whole pounds." };
  const pounds = toPounds(value, key);
  return Math.abs(pounds) <= MAX_POUNDS
    ? { ok: true, value: pounds }
    : { ok: false, problem: "is more than a truck weighs." };
}

/** A volume as a load stores it. */
export type UnitVolume = { volume: Thousandths; unit: UnitId; rule: LogRule | null };

/** Parse a volume. `unit` is the column's unit, used if the cell has none; null if unknown. */
export function parseVolumeCell(text: string, unit: UnitKey | null): ParsedCell<UnitVolume> {
  const reading = readQuantity(text);
  if (!reading.ok) return reading;
  const { value, rule } = reading.value;
  const key = reading.value.unit ?? unit;
  if (key === null) return { ok: false, problem: 'has no unit. Type it with one, like "7.5 cords".' };
  if (!isWeightUnit(key) && !isVolumeUnit(key))
    return { ok: false, problem: `can't be used. ${OTHER_UNITS[key].reason}` };
  const volume = toVolume(value, key);
  return Math.abs(volume.volume) <= MAX_VOLUME
    ? { ok: true, value: { ...volume, rule } }
    : { ok: false, problem: "is more than a truck carries." };
}

/** Convert a weight to whole pounds, half to even. */
function toPounds({ numerator, denominator }: ExactNumber, unit: keyof typeof WEIGHT_UNITS): number {
  const [n, d] = WEIGHT_UNITS[unit].pounds;
  return divideHalfEven(numerator * n, denominator * d);
}

/** Convert to thousandths of MBF, tons or cords, rounded once, half to even; a weight becomes tons of 2,000 lb. */
function toVolume(
  { numerator, denominator }: ExactNumber,
  key: keyof typeof WEIGHT_UNITS | keyof typeof VOLUME_UNITS,
): { volume: Thousandths; unit: UnitId } {
  if (isVolumeUnit(key)) {
    const { unit, parts } = VOLUME_UNITS[key];
    return { volume: divideHalfEven(numerator * 1_000n, denominator * parts), unit };
  }
  const [n, d] = WEIGHT_UNITS[key].pounds;
  return { volume: divideHalfEven(numerator * n * 1_000n, denominator * d * 2_000n), unit: UNIT.ton };
}
