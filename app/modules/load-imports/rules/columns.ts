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

/** Column headings by field, the unit of weights whose heading names none, and the unit of the volume. */
export type LoadColumnMapping = Partial<Record<LoadField, string>> & {
  weights?: WeightUnitKey;
  volume_unit?: VolumeColumnUnit;
  /** Order of day and month in the file's dates; not set while the dates fit both orders. */
  dates?: DateOrder;
};

/**
 * Patterns in order of precedence, the most specific first: "ticket" also occurs in "scale ticket", and a delivery time
 * isn't a date.
 */
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

/** Guess the field of each column from the words of its heading; each heading is used once. */
export function guessColumns(headings: readonly string[]): LoadColumnMapping {
  const columns: LoadColumnMapping = guessHeadings(HINTS, headings, { weights: WEIGHED, volume: "volume" });
  return { ...columns, ...guessUnits(columns) };
}

/** Return the units that headings name, and pounds for weights whose headings name none. Unknown units are omitted. */
function guessUnits(columns: LoadColumnMapping): Pick<LoadColumnMapping, "weights" | "volume_unit"> {
  const units = WEIGHED.flatMap((field) => (columns[field] ? [parseHeadingWeightUnit(columns[field])] : []));
  const weights = units.includes(null) ? null : (units.find((unit) => unit !== "lb") ?? "lb");
  const volume_unit = columns.volume === undefined ? null : parseHeadingVolumeUnit(columns.volume);
  return { ...(weights === null ? {} : { weights }), ...(volume_unit === null ? {} : { volume_unit }) };
}

/** Return questions about columns with an unknown unit, by the field in which the user sets the unit. */
export function getLoadUnitQuestions(
  columns: LoadColumnMapping,
): Partial<Record<"weights" | "volume_unit", string[]>> {
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
export function readLoadColumns(stored: Record<string, string>): LoadColumnMapping {
  const columns: LoadColumnMapping = {};
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
export function findFileDateOrder(
  rows: readonly { cells: readonly string[] }[],
  headings: readonly string[],
  columns: LoadColumnMapping,
): ReturnType<typeof findDateOrder> {
  const places = [columns.day, columns.loaded, columns.dropped_off]
    .filter((heading) => heading !== undefined)
    .map((heading) => headings.indexOf(heading));
  return findDateOrder(rows.flatMap(({ cells }) => places.map((place) => cells[place] ?? "")));
}

/**
 * Find fields that share a column with an earlier field: a cell can't be both product and species, or both gross and
 * net. A day and a time of delivery may share a column.
 */
export function findDoubleMappings(columns: LoadColumnMapping): { field: LoadField; other: LoadField }[] {
  return LOAD_FIELD_KEYS.flatMap((field, index) => {
    const other = LOAD_FIELD_KEYS.slice(0, index).find((k) => columns[k] && columns[k] === columns[field]);
    return other && !(other === "day" && field === "dropped_off") ? [{ field, other }] : [];
  });
}

/** Return the columns that the company chose last time if this spreadsheet has all of their headings; else null. */
export function pickMatchingColumns(
  stored: Record<string, string>,
  headings: readonly string[],
): LoadColumnMapping | null {
  const columns = readLoadColumns(stored);
  const named = LOAD_FIELD_KEYS.flatMap((field) => columns[field] ?? []);
  const fits = named.length > 0 && named.every((heading) => headings.includes(heading));
  const isClear =
    findDoubleMappings(columns).length === 0 && Object.keys(getLoadUnitQuestions(columns)).length === 0;
  return fits && isClear ? columns : null;
}

/**
 * Return a message if a column is missing that reading rows requires: a day, or a delivery time with its day, and a
 * weight or volume.
 */
export function getMissingColumnsMessage(columns: LoadColumnMapping): string | null {
  if (!columns.day && !columns.dropped_off) return "Choose the column for the date.";
  if (!columns.net && !columns.volume && !(columns.gross && columns.tare))
    return "Choose the column for gross and tare, for net, or for volume.";
  return null;
}

/** Return a row's texts by field; typed corrections take precedence over the cells. */
export function getRowTexts(
  row: { cells: readonly string[]; corrections: Record<string, string> },
  headings: readonly string[],
  columns: LoadColumnMapping,
): Record<LoadField, string> {
  const word = (field: LoadField) => {
    const typed = row.corrections[field];
    if (typed !== undefined) return typed.trim();
    const heading = columns[field];
    return (heading === undefined ? "" : (row.cells[headings.indexOf(heading)] ?? "")).trim();
  };
  return buildRecord(LOAD_FIELD_KEYS, word);
}
