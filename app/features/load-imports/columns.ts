import {
  isWeightUnit,
  VOLUME_UNITS,
  type VolumeUnitKey,
  WEIGHT_UNITS,
  type WeightUnitKey,
} from "~/domain/measures/units";
import { keysOf, recordOf } from "~/domain/records/records";
import { type DateOrder, findDateOrder } from "~/domain/time/read-when";
import {
  type ColumnHints,
  guessHeadings,
  UNIT_COLUMN,
  unitQuestion,
  VOLUME_COLUMN,
  volumeUnitOf,
  weightUnitOf,
} from "~/features/reconcile/column-units";

/** What a column of an office's spreadsheet of loads can mean. */
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
export const LOAD_FIELD_KEYS = keysOf(LOAD_FIELDS);

const WEIGHED = ["gross", "tare", "net"] as const;

/** The units that the column of volumes may be in. */
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
  /** Which comes first in the dates of the file; undecided while it can be read both ways. */
  dates?: DateOrder;
};

/** The narrower words first: a scale ticket is a ticket too, and the time of a delivery isn't its date. */
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

/** Which heading means what, as far as its words tell; each heading once. */
export function guessColumns(headings: readonly string[]): Columns {
  const columns: Columns = guessHeadings(HINTS, headings, { weights: WEIGHED, volume: "volume" });
  return { ...columns, ...guessUnits(columns) };
}

/** The units that the headings name; pounds for weights whose headings name none. A unit that isn't known is left out. */
function guessUnits(columns: Columns): Pick<Columns, "weights" | "volume_unit"> {
  const units = WEIGHED.flatMap((field) => (columns[field] ? [weightUnitOf(columns[field])] : []));
  const weights = units.includes(null) ? null : (units.find((unit) => unit !== "lb") ?? "lb");
  const volume_unit = columns.volume === undefined ? null : volumeUnitOf(columns.volume);
  return { ...(weights === null ? {} : { weights }), ...(volume_unit === null ? {} : { volume_unit }) };
}

/** What to ask about the columns whose unit isn't known, by the field that answers it. */
export function loadUnitQuestions(columns: Columns): Partial<Record<"weights" | "volume_unit", string[]>> {
  const open = WEIGHED.map((field) => columns[field]).find(
    (heading) => heading !== undefined && !columns.weights && weightUnitOf(heading) === null,
  );
  const volume = columns.unit || columns.volume_unit ? undefined : columns.volume;
  return {
    ...(open === undefined ? {} : { weights: [unitQuestion(open)] }),
    ...(volume === undefined ? {} : { volume_unit: [unitQuestion(volume)] }),
  };
}

/** Columns as they were kept. */
export function readLoadColumns(kept: Record<string, string>): Columns {
  const columns: Columns = {};
  for (const field of LOAD_FIELD_KEYS) if (kept[field]) columns[field] = kept[field];
  const { weights, volume_unit } = { ...guessUnits(columns), ...kept };
  const { dates } = kept;
  return {
    ...columns,
    ...(dates === "mdy" || dates === "dmy" ? { dates } : {}),
    ...(weights !== undefined && isWeightUnit(weights) ? { weights } : {}),
    ...(volume_unit !== undefined && isVolumeColumnUnit(volume_unit) ? { volume_unit } : {}),
  };
}

/** Find which comes first in the dates of a file, by all the cells of its columns of times. */
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

/** Columns with the order of their dates: the one that the file proves, else the one that was said; null where it must be asked. */
export function withOrder(
  columns: Columns,
  order: ReturnType<typeof findDateOrder>,
  said: DateOrder | undefined,
): Columns | null {
  if (order === "mdy" || order === "dmy") return { ...columns, dates: order };
  const dates = said ?? (order === null ? "mdy" : undefined);
  return dates ? { ...columns, dates } : null;
}

/**
 * The meanings that share their column with an earlier one: a cell can't be a product and a species, or gross and net. A
 * day and the time of delivery are one moment, so one column may be both.
 */
export function meantTwice(columns: Columns): { field: LoadField; other: LoadField }[] {
  return LOAD_FIELD_KEYS.flatMap((field, at) => {
    const other = LOAD_FIELD_KEYS.slice(0, at).find((k) => columns[k] && columns[k] === columns[field]);
    return other && !(other === "day" && field === "dropped_off") ? [{ field, other }] : [];
  });
}

/** Columns as a company said them the last time, where this spreadsheet has every one of their headings; else null. */
export function fittingColumns(kept: Record<string, string>, headings: readonly string[]): Columns | null {
  const columns = readLoadColumns(kept);
  const named = LOAD_FIELD_KEYS.flatMap((field) => columns[field] ?? []);
  const fits = named.length > 0 && named.every((heading) => headings.includes(heading));
  const isClear = meantTwice(columns).length === 0 && Object.keys(loadUnitQuestions(columns)).length === 0;
  return fits && isClear ? columns : null;
}

/** What must be told before rows can be read: a day, or a time with its day; and some measure. */
export function missingColumns(columns: Columns): string | null {
  if (!columns.day && !columns.dropped_off) return "Choose the column for the date.";
  if (!columns.net && !columns.volume && !(columns.gross && columns.tare))
    return "Choose the column for gross and tare, for net, or for volume.";
  return null;
}

/** The words of a row by meaning: what was typed over a cell goes before the cell. */
export function wordsOfRow(
  row: { cells: readonly string[]; mended: Record<string, string> },
  headings: readonly string[],
  columns: Columns,
): Record<LoadField, string> {
  const word = (field: LoadField) => {
    const typed = row.mended[field];
    if (typed !== undefined) return typed.trim();
    const heading = columns[field];
    return (heading === undefined ? "" : (row.cells[headings.indexOf(heading)] ?? "")).trim();
  };
  return recordOf(LOAD_FIELD_KEYS, word);
}
