import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { parseExactNumber } from "./exact-number";

/** Wood unit types (docs/domain.md#units-and-conversions). */
export const UNIT = { mbf: 1, ton: 2, cord: 3 } as const;
export type UnitId = (typeof UNIT)[keyof typeof UNIT];

/** A volume is a whole number of thousandths of its unit. */
export type Thousandths = number;

/** Singular name of a unit, as in "per ton". */
export const getUnitName = (unit: number): string => ({ 1: "MBF", 2: "ton", 3: "cord" })[unit] ?? "";

/** Plural name of a unit, as in "in tons"; MBF has no plural. */
export const getUnitPlural = (unit: number): string => ({ 1: "MBF", 2: "tons", 3: "cords" })[unit] ?? "";

/** Default tons per load if the company has set no value (docs/domain.md#new-tickets). */
export const DEFAULT_LOAD_TONS = 55;

/** A product type without a unit of its own is measured in tons. */
export const DEFAULT_UNIT: UnitId = UNIT.ton;

/**
 * Amount of each unit in one MBF, times ten: MBF × 4.8 = tons, MBF × 2 = cords, cords × 2.4 = tons
 * (docs/domain.md#units-and-conversions). For display and inventory only; pay never converts between volume and weight.
 */
const TENTHS_AN_MBF: Record<UnitId, number> = { 1: 10, 2: 48, 3: 20 };

/** Return the stored unit, or tons if none is stored. */
export const toUnitOrDefault = (value: number | null | undefined): UnitId =>
  value && isUnit(value) ? value : DEFAULT_UNIT;

export const isUnit = (value: number): value is UnitId => value === 1 || value === 2 || value === 3;

/** Convert a volume exactly, then round once, half to even, to thousandths. */
export function convertVolume(volume: Thousandths, from: UnitId, to: UnitId): Thousandths {
  return divideHalfEven(BigInt(volume) * BigInt(TENTHS_AN_MBF[to]), BigInt(TENTHS_AN_MBF[from]));
}

/** Divide two whole numbers and round half to even. */
export function divideHalfEven(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  let quotient = n / d;
  const twice = (n % d) * 2n;
  if (twice > d || (twice === d && quotient % 2n === 1n)) quotient += 1n;
  return Number(negative ? -quotient : quotient);
}

/** Format a volume: "27.4 tons", "1 ton", "6.2 MBF", "1,204 cords"; at most three decimals, without trailing zeros. */
export function formatVolume(volume: Thousandths | null, unit: number | null): string {
  if (volume === null || unit === null) return "—";
  return `${formatThousandths(volume)} ${volume === 1000 ? getUnitName(unit) : getUnitPlural(unit)}`;
}

/**
 * Format a delivered volume that is partly estimated: "412.5 MBF scaled and 13.6 MBF estimated". Scaled and estimated
 * volume are never shown as one exact number.
 */
export function formatScaledAndEstimated(volume: Thousandths, estimated: Thousandths, unit: number): string {
  if (estimated === 0) return formatVolume(volume, unit);
  const guess = `${formatVolume(estimated, unit)} estimated`;
  return estimated === volume ? guess : `${formatVolume(volume - estimated, unit)} scaled and ${guess}`;
}

/**
 * Format a volume followed by its approximate value in the reader's preferred unit: "27.4 tons (≈ 11.417 cords)". The
 * exact volume comes first; the converted one is for reading only.
 */
export function formatVolumeInUnit(
  volume: Thousandths | null,
  unit: number | null,
  wanted: number | null,
  wood: GreenWoodWeight | null = null,
): string {
  const exact = formatVolume(volume, unit);
  if (volume === null || unit === null || wanted === null || wanted === unit) return exact;
  if (!isUnit(unit) || !isUnit(wanted)) return exact;
  // Use the wood's weight only if one of the units is a weight.
  const green = wood && (unit === UNIT.ton || wanted === UNIT.ton) ? wood : null;
  const other = formatVolume(convertGreen(volume, unit, wanted, green), wanted);
  return `${exact} (≈ ${other}${green?.species ? ` by the green weight of ${green.species}` : ""})`;
}

/** Pounds per cubic foot of a species' green wood, without bark; `species` is set if there is space to show the name. */
export type GreenWoodWeight = { species: string | null; pounds_a_foot: number };

/** Cubic feet of solid wood in a standard cord of 128 cubic feet; the rest is bark and air. */
const SOLID_FEET_A_CORD = 80;
/** Pounds per cubic foot of wood for which one MBF is 4.8 tons and 2 cords. */
const USUAL_POUNDS_A_FOOT = 60;

/**
 * Convert a volume for display by a species' green weight (FIA), so that a cord of aspen weighs less than a cord of
 * oak; without a species, use the usual weight. Never used for pay, inventory or stored values.
 */
function convertGreen(
  volume: Thousandths,
  from: UnitId,
  to: UnitId,
  wood: GreenWoodWeight | null,
): Thousandths {
  const pounds = BigInt(Math.round(wood?.pounds_a_foot ?? USUAL_POUNDS_A_FOOT));
  const cordPounds = pounds * BigInt(SOLID_FEET_A_CORD);
  // Amount of each unit in one MBF, times the pounds in a ton.
  const parts: Record<UnitId, bigint> = { 1: POUNDS_A_TON, 2: 2n * cordPounds, 3: 2n * POUNDS_A_TON };
  return divideHalfEven(BigInt(volume) * parts[to], parts[from]);
}

// Cached format, because creating one takes a hundred times as long as using it.
const thousandths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

export function formatThousandths(volume: Thousandths): string {
  return thousandths.format(volume / 1000);
}

/** Format a volume as a person would type it: no separators. */
export const formatPlainVolume = (volume: Thousandths | null): string =>
  volume === null ? "" : String(volume / 1000);

/** Format inventory in loads or in a unit; less than one is "<1" (docs/domain.md#inventory). */
export function formatInventory(
  volume: Thousandths,
  unit: UnitId,
  shown: "loads" | UnitId,
  loadTons: number | null = null,
): string {
  const load = loadTons ?? DEFAULT_LOAD_TONS;
  const whole = shown === "loads" ? load * 1000 : 1000;
  const held = convertVolume(volume, unit, shown === "loads" ? UNIT.ton : shown);
  if (volume > 0 && held < whole) return `<1 ${shown === "loads" ? "load" : getUnitName(shown)}`;
  const amount = divideHalfEven(BigInt(held) * 1000n, BigInt(whole));
  const text = (amount / 1000).toLocaleString("en-US", { maximumFractionDigits: 1, signDisplay: "negative" });
  if (shown === "loads") return `${text} ${text === "1" ? "load" : "loads"}`;
  return `${text} ${text === "1" ? getUnitName(shown) : getUnitPlural(shown)}`;
}

/** Maximum number of characters in a typed number. */
export const MAX_TYPED_LENGTH = 40;

/** Maximum volume: more than any truck carries in any unit, so it catches a missing decimal point. */
export const MAX_VOLUME: Thousandths = 10_000_000;

/**
 * Parse a typed volume, "27.4", "1,204", ".5", "7 1/2", or a JSON number. Null if it is negative, finer than
 * thousandths, above `MAX_VOLUME`, or not a number. A fraction like 7 1/3 is rounded to thousandths.
 */
export function parseVolume(typed: string | number): Thousandths | null {
  const number = parseExactNumber(String(typed));
  if (number === null || number.numerator < 0n) return null;
  const { numerator, denominator } = number;
  if (denominator % 10n === 0n && (numerator * 1_000n) % denominator !== 0n) return null;
  const volume = divideHalfEven(numerator * 1_000n, denominator);
  return volume <= MAX_VOLUME ? volume : null;
}

const A_VOLUME = "Type a volume like 27.4, up to 10,000.";
/**
 * Return the message for an invalid typed volume. A unit after the number is rejected, because the unit has its own
 * field.
 */
const volumeProblem = (typed: string | number): string =>
  /^[\d.,\s]+[a-z]+\.?$/i.test(String(typed).trim())
    ? "Type the number alone, like 27.4. The unit is chosen next to it."
    : /^\s*[\d,]*\.\d{4,}\s*$/.test(String(typed))
      ? "Use three decimals at most, like 27.412."
      : A_VOLUME;

/** Schema of a volume input: text or a JSON number, validated but not changed; `parseVolume` parses it. */
export function createVolumeSchema(message?: string) {
  return z
    .union([createTextSchema(MAX_TYPED_LENGTH, message ?? A_VOLUME), z.number()], message ?? A_VOLUME)
    .refine((typed) => parseVolume(typed) !== null, {
      error: ({ input }) => message ?? volumeProblem(typeof input === "number" ? input : String(input)),
    });
}

/** Maximum weight in whole pounds: more than any legal truck weighs. */
export const MAX_POUNDS = 400_000;

const WHOLE_POUNDS = "Type whole pounds, like 78,540.";

/** Schema of a weight input: text or a JSON number, validated but not changed; `parsePounds` parses it. */
export function createPoundsSchema() {
  return z
    .union([createTextSchema(MAX_TYPED_LENGTH, WHOLE_POUNDS), z.number()], WHOLE_POUNDS)
    .refine((typed) => parsePounds(typed) !== null, {
      error: ({ input }) =>
        (wholePounds(String(input)) ?? 0) > MAX_POUNDS ? "This is more than a truck weighs." : WHOLE_POUNDS,
    });
}

const POUNDS = /^(\d{1,3}(?:[, ]\d{3})+|\d+) ?(?:lbs?\.?|pounds|#)?$/i;

/** Parse whole pounds of any size: "78,540", "78 540", "78,540 lbs", "78540#". Null for any other text. */
function wholePounds(typed: string): number | null {
  const digits = POUNDS.exec(typed.trim())?.[1];
  return digits === undefined ? null : Number(digits.replace(/[, ]/g, ""));
}

/** Parse whole pounds: "78,540", "78,540 lb" or a JSON number. Null for anything else, and above `MAX_POUNDS`. */
export function parsePounds(typed: string | number): number | null {
  const value = wholePounds(String(typed));
  return value !== null && value <= MAX_POUNDS ? value : null;
}

export const formatPounds = (value: number | null): string =>
  value === null ? "—" : `${value.toLocaleString("en-US")} lb`;

/** Compute the net weight, gross less tare; null until both are known. Negative if they are swapped. */
export function computeNetPounds(gross: number | null, tare: number | null): number | null {
  return gross === null || tare === null ? null : gross - tare;
}

/** Subtract the mill's deduction from the net weight; never below zero. Tickets show the result next to the net weight. */
export const subtractDeduction = (net: number, deduction: number | null): number =>
  Math.max(0, net - (deduction ?? 0));

const POUNDS_A_TON = 2000n;

/** Convert pounds to thousandths of a ton of 2,000 lb, the ton of the trade (O.C.G.A. 10-2-23), rounding half to even. */
export const toTonThousandths = (value: number): Thousandths =>
  divideHalfEven(BigInt(value) * 1000n, POUNDS_A_TON);

/** Payable tons of a weighed load: its net weight less the mill's deduction. */
export const computeWeighedTons = (net: number, deduction: number | null): Thousandths =>
  toTonThousandths(subtractDeduction(net, deduction));
