import { typedKeys } from "~/lib/object/records";
import { type DateOrder, findDateOrder, isDateOrder, readDay } from "~/lib/time/read-when";
import {
  type CellReading,
  readCodeCell,
  readPounds,
  readUnitVolume,
  toCellReading,
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
  readUnitKey,
  UNIT_COLUMN,
  VOLUME_COLUMN,
} from "./column-units";
import { applySigns } from "./corrections";

/** Possible meanings of a column of a mill's statement. */
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
export const FIELD_KEYS = typedKeys(STATEMENT_FIELDS);

const WEIGHED = ["gross", "tare", "net", "deduction"] as const;
type Weighed = (typeof WEIGHED)[number];
type WeightUnits = Partial<Record<`${Weighed}_unit`, WeightUnitKey>>;

/** Units for a column of volumes when there is no column of units. */
export const VOLUME_COLUMN_UNITS = { ...VOLUME_UNITS, ...WEIGHT_UNITS };
type VolumeColumnUnit = VolumeUnitKey | WeightUnitKey;

/** Heading by meaning, and the unit of each number column; separate units, as mills mix them. */
export type Mapping = Partial<Record<StatementField, string>> &
  WeightUnits & {
    volume_unit?: VolumeColumnUnit;
    /** Order of day and month in the statement's dates; undefined until the statement proves it or a person chooses. */
    dates?: DateOrder;
  };

/** Narrower words come first: a scale ticket is a ticket too. */
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

/** Guess the meaning of each heading from its words; each heading is used once. */
export function guessMapping(headings: readonly string[]): Mapping {
  const mapping: Mapping = guessHeadings(HINTS, headings, { weights: WEIGHED, volume: "scaled_volume" });
  return { ...mapping, ...guessUnits(mapping) };
}

/** The units that the headings name; pounds for a weight whose heading names none. A unit that isn't known is left out. */
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

/** Return the questions to ask about columns whose unit isn't known, by the field that answers each. */
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

/** Return a remembered mapping, limited to the headings that this statement has. */
export function pickMatchingMapping(
  stored: Record<string, string>,
  headings: readonly string[],
): Mapping | null {
  const fitting = FIELD_KEYS.filter((field) => headings.includes(stored[field] ?? ""));
  if (fitting.length === 0 || FIELD_KEYS.some((f) => stored[f] && !headings.includes(stored[f]))) return null;
  const mapping = readMapping({
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

/** Read a saved mapping. An older one had a single unit for all weights, and none for volumes. */
export function readMapping(stored: Record<string, string>): Mapping {
  const columns: Mapping = Object.fromEntries(
    FIELD_KEYS.flatMap((field) => (stored[field] ? [[field, stored[field]]] : [])),
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
export function findStatementOrder(
  lines: readonly { cells: readonly string[] }[],
  headings: readonly string[],
  { scaled_on }: Mapping,
): ReturnType<typeof findDateOrder> {
  if (scaled_on === undefined) return null;
  const index = headings.indexOf(scaled_on);
  return findDateOrder(lines.map(({ cells }) => cells[index] ?? ""));
}

/**
 * One parsed line; weights in pounds, volumes in thousandths, days as "2026-11-16". A volume is one that the mill
 * states.
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

/** Read a line by a mapping. `problem` names what cannot be read; such a line can't be accepted. */
export function readLine(
  cells: readonly string[],
  headings: readonly string[],
  mapping: Mapping,
): StatementLine {
  const problems: string[] = [];
  const cell = (field: StatementField) => {
    const index = mapping[field] === undefined ? -1 : headings.indexOf(mapping[field]);
    return (cells[index] ?? "").trim();
  };
  const read = <T>(field: StatementField, parse: (text: string) => CellReading<T>): T | null => {
    const text = cell(field);
    if (text === "") return null;
    const reading = parse(text);
    if (reading.ok) return reading.value;
    problems.push(`${STATEMENT_FIELDS[field]} "${text.slice(0, 30)}" ${reading.problem}`);
    return null;
  };
  const weight = (field: Weighed) =>
    read(field, (text) => readPounds(text, mapping[`${field}_unit`] ?? "lb"));
  const unit = read("unit", readUnitKey);
  const scaled = read("scaled_volume", (text) => readUnitVolume(text, unit ?? mapping.volume_unit ?? null));
  const {
    gross,
    tare,
    deduction,
    net: stands,
    volume: stated,
    isBack,
  } = applySigns({
    gross: weight("gross"),
    tare: weight("tare"),
    deduction: weight("deduction"),
    net: weight("net"),
    volume: scaled?.volume ?? null,
  });
  // Some scales round a net that isn't in pounds to a tenth of a ton.
  const rounded = (mapping.net_unit ?? "lb") === "lb" ? 40 : 110;
  const weighed = gross !== null && tare !== null ? gross - tare : null;
  const isOff = (less: number) =>
    weighed !== null && stands !== null && Math.abs(weighed - less - stands) > rounded;
  if (isOff(0) && isOff(deduction ?? 0)) problems.push("Net isn't gross less tare.");
  // Store a net after the deduction as tickets do: the net before it, and the deduction separately.
  const net =
    isOff(0) && weighed !== null && deduction !== null && !isOff(deduction) ? weighed : (stands ?? weighed);
  if (net !== null && net < 0 && !isBack) problems.push("Tare is more than gross.");
  return {
    trip_ticket_number: read("trip_ticket_number", (text) => toCellReading(readNumber(text))),
    scale_ticket_number: read("scale_ticket_number", readCodeCell),
    scaled_on: read("scaled_on", (text) => toCellReading(readDay(text, mapping.dates))),
    truck_number: read("truck_number", readCodeCell),
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
