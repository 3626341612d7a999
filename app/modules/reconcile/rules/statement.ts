import { typedKeys } from "~/lib/object/records";
import { type DateOrder, findDateOrder, isDateOrder, parseDay } from "~/lib/time/read-when";
import {
  type ParsedCell,
  parseIdentifierCell,
  parsePoundsCell,
  parseVolumeCell,
  toParsedCell,
} from "~/lib/units/quantity";
import {
  isVolumeUnit,
  isWeightUnit,
  VOLUME_UNITS,
  type VolumeUnitKey,
  WEIGHT_UNITS,
  type WeightUnitKey,
} from "~/lib/units/units";
import {
  type ColumnHints,
  formatUnitQuestion,
  guessHeadings,
  PRICE_HEADING,
  parseHeadingVolumeUnit,
  parseHeadingWeightUnit,
  parseUnitColumnCell,
  UNIT_COLUMN,
  VOLUME_COLUMN,
} from "./column-units";
import { normalizeSigns } from "./corrections";

/** Fields that a statement column can be mapped to, with their labels. */
export const STATEMENT_FIELDS = {
  trip_ticket_number: "Ticket number",
  scale_ticket_number: "Scale ticket",
  scaled_on: "Date",
  truck_number: "Truck",
  gross: "Gross",
  tare: "Tare",
  net: "Net",
  scaled_volume: "Volume",
  unit: "Unit of volume",
  product: "Product",
  deduction: "Deduction",
  price: "Price for a unit",
} as const;
type StatementField = keyof typeof STATEMENT_FIELDS;
export const STATEMENT_FIELD_KEYS = typedKeys(STATEMENT_FIELDS);

const WEIGHED = ["gross", "tare", "net", "deduction"] as const;
type Weighed = (typeof WEIGHED)[number];
type WeightUnits = Partial<Record<`${Weighed}_unit`, WeightUnitKey>>;

/** Units for a volume column if the statement has no unit column. */
export const VOLUME_COLUMN_UNITS = { ...VOLUME_UNITS, ...WEIGHT_UNITS };
type VolumeColumnUnit = VolumeUnitKey | WeightUnitKey;

/** Heading of each field, and the unit of each number column. Each weight has its own unit, because mills mix units. */
export type Mapping = Partial<Record<StatementField, string>> &
  WeightUnits & {
    volume_unit?: VolumeColumnUnit;
    /** Order of day and month in the statement's dates; undefined until the statement proves it or a person chooses. */
    dates?: DateOrder;
  };

/** Specific patterns come first: a "scale ticket" heading also contains "ticket". */
const HINTS: ColumnHints<StatementField> = {
  scale_ticket_number: [/scale.*(ticket|no|#|slip)|weigh.*(ticket|slip)|receipt/i],
  trip_ticket_number: [/(trip|load|our|truck)?\s*-?ticket|load\s*(id|no|#)/i],
  scaled_on: [/date|day/i],
  truck_number: [/truck|vehicle/i],
  price: [PRICE_HEADING],
  gross: [/gross/i],
  tare: [/tare/i],
  net: [/\bnet\b/i],
  unit: UNIT_COLUMN,
  scaled_volume: VOLUME_COLUMN,
  product: [/product|species|grade|commodity|\bsort\b/i],
  deduction: [/deduct|\bcull\b|defect|dockage|\bdock\b/i],
};

/** Guess the field of each heading from its words; each heading is used once. */
export function guessMapping(headings: readonly string[]): Mapping {
  const mapping: Mapping = guessHeadings(HINTS, headings, { weights: WEIGHED, volume: "scaled_volume" });
  return { ...mapping, ...guessUnits(mapping) };
}

/** Return the units named by the headings; pounds for a weight without a unit. Unknown units are left out. */
function guessUnits(columns: Mapping): Pick<Mapping, `${Weighed}_unit` | "volume_unit"> {
  const weights = Object.fromEntries(
    WEIGHED.flatMap((field) => {
      const unit = parseHeadingWeightUnit(columns[field]);
      return unit === null ? [] : [[`${field}_unit`, unit]];
    }),
  );
  const volume_unit =
    columns.scaled_volume === undefined ? null : parseHeadingVolumeUnit(columns.scaled_volume);
  return { ...weights, ...(volume_unit === null ? {} : { volume_unit }) };
}

/** Return messages for columns with an unknown unit, keyed by the unit field that the user must fill in. */
export function getUnitQuestions(
  mapping: Mapping,
): Partial<Record<`${Weighed}_unit` | "volume_unit", string[]>> {
  const requests = WEIGHED.flatMap((field) => {
    const heading = mapping[field];
    return heading !== undefined && !mapping[`${field}_unit`]
      ? [[`${field}_unit`, [formatUnitQuestion(heading)]] as const]
      : [];
  });
  const volume = mapping.scaled_volume;
  const isOpen = volume !== undefined && !mapping.unit && !mapping.volume_unit;
  return Object.fromEntries([
    ...requests,
    ...(isOpen ? [["volume_unit", [formatUnitQuestion(volume)]] as const] : []),
  ]);
}

/** Return a remembered mapping if the statement has all of its headings and every unit is known; null otherwise. */
export function pickMatchingMapping(
  stored: Record<string, string>,
  headings: readonly string[],
): Mapping | null {
  const fitting = STATEMENT_FIELD_KEYS.filter((field) => headings.includes(stored[field] ?? ""));
  if (fitting.length === 0 || STATEMENT_FIELD_KEYS.some((f) => stored[f] && !headings.includes(stored[f])))
    return null;
  const mapping = parseStoredMapping({
    ...Object.fromEntries(fitting.map((field) => [field, stored[field] ?? ""])),
    ...Object.fromEntries(ANSWER_KEYS.flatMap((name) => (stored[name] ? [[name, stored[name]]] : []))),
  });
  return Object.keys(getUnitQuestions(mapping)).length ? null : mapping;
}

const ANSWER_KEYS = [
  "gross_unit",
  "tare_unit",
  "net_unit",
  "deduction_unit",
  "volume_unit",
  "weights",
  "dates",
] as const;

/** Parse a stored mapping. An older mapping has one unit for all weights and none for volumes. */
export function parseStoredMapping(stored: Record<string, string>): Mapping {
  const columns: Mapping = Object.fromEntries(
    STATEMENT_FIELD_KEYS.flatMap((field) => (stored[field] ? [[field, stored[field]]] : [])),
  );
  const guessed = guessUnits(columns);
  const weights = Object.fromEntries(
    WEIGHED.flatMap((field) => {
      const saved = stored[`${field}_unit`] ?? stored.weights ?? "";
      const unit = isWeightUnit(saved) ? saved : guessed[`${field}_unit`];
      return unit === undefined ? [] : [[`${field}_unit`, unit]];
    }),
  );
  const saved = stored.volume_unit ?? "";
  const volume_unit = isVolumeUnit(saved) || isWeightUnit(saved) ? saved : guessed.volume_unit;
  return {
    ...columns,
    ...weights,
    ...(volume_unit === undefined ? {} : { volume_unit }),
    ...(isDateOrder(stored.dates) ? { dates: stored.dates } : {}),
  };
}

/** Find the order of day and month in a statement's dates, from all cells of their column. */
export function findStatementDateOrder(
  lines: readonly { cells: readonly string[] }[],
  headings: readonly string[],
  { scaled_on }: Mapping,
): ReturnType<typeof findDateOrder> {
  if (scaled_on === undefined) return null;
  const index = headings.indexOf(scaled_on);
  return findDateOrder(lines.map(({ cells }) => cells[index] ?? ""));
}

/**
 * Parsed statement line; weights in pounds, volumes in thousandths, dates as "2026-11-16". A volume is set only if
 * stated by the mill.
 */
export type StatementLine = {
  trip_ticket_number: number | null;
  scale_ticket_number: string | null;
  scaled_on: string | null;
  truck_number: string | null;
  gross_pounds: number | null;
  tare_pounds: number | null;
  net_pounds: number | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
  product: string | null;
  deduction_pounds: number | null;
  price: string | null;
  problem: string | null;
};

/** Parse a line by a mapping. `problem` names the cells that can't be read; a line with a problem can't be accepted. */
export function parseStatementLine(
  cells: readonly string[],
  headings: readonly string[],
  mapping: Mapping,
): StatementLine {
  const problems: string[] = [];
  const cell = (field: StatementField) => {
    const index = mapping[field] === undefined ? -1 : headings.indexOf(mapping[field]);
    return (cells[index] ?? "").trim();
  };
  const read = <T>(field: StatementField, parse: (text: string) => ParsedCell<T>): T | null => {
    const text = cell(field);
    if (text === "") return null;
    const reading = parse(text);
    if (reading.ok) return reading.value;
    problems.push(`${STATEMENT_FIELDS[field]} "${text.slice(0, 30)}" ${reading.problem}`);
    return null;
  };
  const weight = (field: Weighed) =>
    read(field, (text) => parsePoundsCell(text, mapping[`${field}_unit`] ?? "lb"));
  const unit = read("unit", parseUnitColumnCell);
  const scaled = read("scaled_volume", (text) => parseVolumeCell(text, unit ?? mapping.volume_unit ?? null));
  const {
    gross,
    tare,
    deduction,
    net: stands,
    volume: stated,
    isBack,
  } = normalizeSigns({
    gross: weight("gross"),
    tare: weight("tare"),
    deduction: weight("deduction"),
    net: weight("net"),
    volume: scaled?.volume ?? null,
  });
  // Some scales round a net in tons to a tenth of a ton.
  const rounded = (mapping.net_unit ?? "lb") === "lb" ? 40 : 110;
  const weighed = gross !== null && tare !== null ? gross - tare : null;
  const isOff = (less: number) =>
    weighed !== null && stands !== null && Math.abs(weighed - less - stands) > rounded;
  if (isOff(0) && isOff(deduction ?? 0)) problems.push("Net isn't gross less tare.");
  // Store a net after the deduction as tickets do: the net before the deduction, and the deduction separately.
  const net =
    isOff(0) && weighed !== null && deduction !== null && !isOff(deduction) ? weighed : (stands ?? weighed);
  if (net !== null && net < 0 && !isBack) problems.push("Tare is more than gross.");
  return {
    trip_ticket_number: read("trip_ticket_number", (text) => toParsedCell(readNumber(text))),
    scale_ticket_number: read("scale_ticket_number", parseIdentifierCell),
    scaled_on: read("scaled_on", (text) => toParsedCell(parseDay(text, mapping.dates))),
    truck_number: read("truck_number", parseIdentifierCell),
    gross_pounds: gross,
    tare_pounds: tare,
    net_pounds: net,
    scaled_volume: stated,
    scaled_wood_unit_type_id: scaled?.unit ?? null,
    product: cell("product").slice(0, 60) || null,
    deduction_pounds: deduction,
    price: cell("price").slice(0, 40) || null,
    problem: problems.join(" ") || null,
  };
}

function readNumber(text: string): number | null {
  const digits = /^#?\s*0*(\d{1,9})(?:\.0)?$/.exec(text)?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
}
