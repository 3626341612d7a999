import { keysOf, recordOf } from "~/domain/records/records";
import { type DateOrder, findDateOrder } from "~/domain/time/read-when";

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

/** In which unit the weights are. */
export const WEIGHT_UNITS = { lb: "Pounds", ton: "Tons of 2,000 lb" } as const;

/** Heading by meaning, and the unit of the weights. */
export type Columns = Partial<Record<LoadField, string>> & {
  weights: keyof typeof WEIGHT_UNITS;
  /** Which comes first in the dates of the file; undecided while it can be read both ways. */
  dates?: DateOrder;
};

/** The narrower words first: a scale ticket is a ticket too, and the time of a delivery isn't its date. */
const HINTS: Record<LoadField, RegExp> = {
  scale_ticket: /scale.*(ticket|no|#|slip)|weigh.*(ticket|slip)|receipt|mill.*(ticket|slip)/i,
  paper_number: /ticket|load\s*(id|no|num|#)|slip|\bpaper\b/i,
  gross: /gross/i,
  tare: /tare/i,
  net: /\bnet\b/i,
  unit: /\bunits?\b|uom/i,
  volume: /volume|quantity|qty|\btons?\b|board feet|\bcords?\b|\bmbf\b|scaled?\b/i,
  machine: /machine|equipment/i,
  loaded: /loaded|time out of woods|load time|left|start/i,
  loader: /loader/i,
  dropped_off: /deliver|dropped|drop.?off|unload|arriv|time.?in|\btime\b/i,
  day: /date|\bday\b/i,
  destination: /destination|mill|\bto\b|customer|buyer|yard/i,
  species: /species|wood/i,
  product: /product|sort|item|grade/i,
  truck: /truck|vehicle|unit #/i,
  driver: /driver/i,
  hauler: /haul|carrier|trucker|trucking/i,
  skidder: /skid|forward/i,
  cutter: /logger|cutter|producer|contractor|crew/i,
  landing: /landing|deck|pile/i,
  job: /\bjob\b|tract|sale|contract|stumpage|project|block/i,
};

/** Which heading means what, as far as its words tell; each heading once. */
export function guessColumns(headings: readonly string[]): Columns {
  const free = new Set(headings.filter(Boolean));
  const found: Partial<Record<LoadField, string>> = {};
  for (const field of keysOf(HINTS)) {
    const heading = [...free].find((h) => HINTS[field].test(h));
    if (!heading) continue;
    found[field] = heading;
    free.delete(heading);
  }
  const weighed = [found.gross, found.tare, found.net].join(" ");
  return { ...found, weights: /\btons?\b|\bt\b/i.test(weighed) ? "ton" : "lb" };
}

/** Columns as they were kept. */
export function readLoadColumns(kept: Record<string, string>): Columns {
  const found: Partial<Record<LoadField, string>> = {};
  for (const field of LOAD_FIELD_KEYS) if (kept[field]) found[field] = kept[field];
  const dates: { dates?: DateOrder } =
    kept.dates === "mdy" || kept.dates === "dmy" ? { dates: kept.dates } : {};
  return { ...found, ...dates, weights: kept.weights === "ton" ? "ton" : "lb" };
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
  return fits && meantTwice(columns).length === 0 ? columns : null;
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
