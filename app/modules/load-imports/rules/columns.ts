import { buildRecord, typedKeys } from "~/lib/object/records";
import { type DateOrder, findDateOrder, isDateOrder } from "~/lib/time/read-when";
import {
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
  parseHeadingVolumeUnit,
  parseHeadingWeightUnit,
  UNIT_COLUMN,
  VOLUME_COLUMN,
} from "~/modules/reconcile/rules/column-units";

/** Possible meanings of a column in an office's spreadsheet of loads. */
export const LOAD_FIELDS = {
  paper_number: "Ticket number",
  job: "Job",
  day: "Date",
  loaded: "Loaded (time)",
  dropped_off: "Delivered (time)",
  destination: "Destination",
  product: "Product",
  species: "Species",
  hauler: "Hauler",
  truck: "Truck",
  driver: "Driver",
  scale_ticket: "Scale ticket",
  gross: "Gross",
  tare: "Tare",
  net: "Net",
  volume: "Volume",
  unit: "Unit of volume",
  cutter: "Logger or cutter",
  skidder: "Skidder",
  loader: "Loader's name",
  machine: "Loader's machine",
  landing: "Landing",
} as const;
export type LoadField = keyof typeof LOAD_FIELDS;
export const LOAD_FIELD_KEYS = typedKeys(LOAD_FIELDS);

const WEIGHED = ["gross", "tare", "net"] as const;

/** Units that the volume column may be in. */
export const LOAD_VOLUME_UNITS = {
  product: { label: "The product's unit" },
  ...VOLUME_UNITS,
  ...WEIGHT_UNITS,
};
type VolumeColumnUnit = "product" | VolumeUnitKey | WeightUnitKey;
const isVolumeColumnUnit = (key: string): key is VolumeColumnUnit => Object.hasOwn(LOAD_VOLUME_UNITS, key);

/** Heading by meaning, the unit of weights whose heading names none, and the unit of the volume. */
export type Columns = Partial<Record<LoadField, string>> & {
  weights?: WeightUnitKey;
  volume_unit?: VolumeColumnUnit;
  /** Order of day and month in the file's dates; undecided while they can be read both ways. */
  dates?: DateOrder;
};

/** Narrower words come first: a scale ticket is a ticket too, and the time of a delivery isn't its date. */
const HINTS: ColumnHints<LoadField> = {
  scale_ticket: [/scale.*(ticket|no|#|slip)|weigh.*(ticket|slip)|receipt|mill.*(ticket|slip)/i],
  paper_number: [/ticket|load\s*(id|no|num|#)|slip|\bpaper\b/i],
  gross: [/gross/i],
  tare: [/tare/i],
  net: [/\bnet\b/i],
  unit: UNIT_COLUMN,
  volume: VOLUME_COLUMN,
  machine: [/machine|equipment/i],
  loaded: [/loaded|time out of woods|load time|left|start/i, /picked.?up/i],
  loader: [/loader/i],
  dropped_off: [/deliver|dropped|drop.?off|unload|arriv|time.?in|\btime\b/i],
  day: [/date|\bday\b/i],
  destination: [/destination|mill|\bto\b|customer|buyer|yard/i],
  species: [/species|wood/i],
  product: [/product|sort|item|grade/i],
  truck: [/truck|vehicle|unit #/i],
  driver: [/driver/i],
  hauler: [/\bhauler/i, /haul(?!.*contract)|carrier|trucker|trucking/i],
  skidder: [/skidder|forwarder/i, /(skid|forward)(?!.*contract)/i],
  cutter: [/logger|cutter|producer|contractor|crew/i],
  landing: [/landing|deck|pile/i],
  job: [/\bjob\b|tract|sale|contract|stumpage|project|block/i],
};

/** Guess the meaning of each heading from its words; each heading is used once. */
export function guessColumns(headings: readonly string[]): Columns {
  const columns: Columns = guessHeadings(HINTS, headings, { weights: WEIGHED, volume: "volume" });
  return { ...columns, ...guessUnits(columns) };
}

/** Units that the headings name; pounds for weights whose headings name none. An unknown unit is left out. */
function guessUnits(columns: Columns): Pick<Columns, "weights" | "volume_unit"> {
  const units = WEIGHED.flatMap((field) => (columns[field] ? [parseHeadingWeightUnit(columns[field])] : []));
  const weights = units.includes(null) ? null : (units.find((unit) => unit !== "lb") ?? "lb");
  const volume_unit = columns.volume === undefined ? null : parseHeadingVolumeUnit(columns.volume);
  return { ...(weights === null ? {} : { weights }), ...(volume_unit === null ? {} : { volume_unit }) };
}

/** Questions about columns with an unknown unit, by the field that answers them. */
export function getLoadUnitQuestions(columns: Columns): Partial<Record<"weights" | "volume_unit", string[]>> {
  const open = WEIGHED.map((field) => columns[field]).find(
    (heading) => heading !== undefined && !columns.weights && parseHeadingWeightUnit(heading) === null,
  );
  const volume = columns.unit || columns.volume_unit ? undefined : columns.volume;
  return {
    ...(open === undefined ? {} : { weights: [formatUnitQuestion(open)] }),
    ...(volume === undefined ? {} : { volume_unit: [formatUnitQuestion(volume)] }),
  };
}

/** Read stored columns. */
export function readLoadColumns(stored: Record<string, string>): Columns {
  const columns: Columns = {};
  for (const field of LOAD_FIELD_KEYS) if (stored[field]) columns[field] = stored[field];
  const { weights, volume_unit } = { ...guessUnits(columns), ...stored };
  const { dates } = stored;
  return {
    ...columns,
    ...(isDateOrder(dates) ? { dates } : {}),
    ...(weights !== undefined && isWeightUnit(weights) ? { weights } : {}),
    ...(volume_unit !== undefined && isVolumeColumnUnit(volume_unit) ? { volume_unit } : {}),
  };
}

/** Find the order of day and month in a file's dates, from all cells of its time columns. */
export function findFileOrder(
  rows: readonly { cells: readonly string[] }[],
  headings: readonly string[],
  columns: Columns,
): ReturnType<typeof findDateOrder> {
  const places = [columns.day, columns.loaded, columns.dropped_off]
    .filter((heading) => heading !== undefined)
    .map((heading) => headings.indexOf(heading));
  return findDateOrder(rows.flatMap(({ cells }) => places.map((place) => cells[place] ?? "")));
}

/**
 * Meanings that share their column with an earlier one: a cell can't be a product and a species, or gross and net. A
 * day and the time of delivery are one moment, so one column may be both.
 */
export function findDoubleMappings(columns: Columns): { field: LoadField; other: LoadField }[] {
  return LOAD_FIELD_KEYS.flatMap((field, index) => {
    const other = LOAD_FIELD_KEYS.slice(0, index).find((k) => columns[k] && columns[k] === columns[field]);
    return other && !(other === "day" && field === "dropped_off") ? [{ field, other }] : [];
  });
}

/** Columns that the company chose the last time, if this spreadsheet has all of their headings; else null. */
export function pickMatchingColumns(
  stored: Record<string, string>,
  headings: readonly string[],
): Columns | null {
  const columns = readLoadColumns(stored);
  const named = LOAD_FIELD_KEYS.flatMap((field) => columns[field] ?? []);
  const fits = named.length > 0 && named.every((heading) => headings.includes(heading));
  const isClear =
    findDoubleMappings(columns).length === 0 && Object.keys(getLoadUnitQuestions(columns)).length === 0;
  return fits && isClear ? columns : null;
}

/** Message for columns required before rows can be read: a day, or a time with its day; and some measure. */
export function getMissingColumnsMessage(columns: Columns): string | null {
  if (!columns.day && !columns.dropped_off) return "Choose the column for the date.";
  if (!columns.net && !columns.volume && !(columns.gross && columns.tare))
    return "Choose the column for gross and tare, for net, or for volume.";
  return null;
}

/** Texts of a row by meaning: typed corrections take precedence over the cell. */
export function getRowTexts(
  row: { cells: readonly string[]; corrections: Record<string, string> },
  headings: readonly string[],
  columns: Columns,
): Record<LoadField, string> {
  const word = (field: LoadField) => {
    const typed = row.corrections[field];
    if (typed !== undefined) return typed.trim();
    const heading = columns[field];
    return (heading === undefined ? "" : (row.cells[headings.indexOf(heading)] ?? "")).trim();
  };
  return buildRecord(LOAD_FIELD_KEYS, word);
}
