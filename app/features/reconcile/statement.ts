import { parsePounds, parseVolume, UNIT } from "~/domain/measures/measures";
import { keysOf } from "~/domain/records/records";
import { readDay } from "~/domain/time/read-when";
import { readSigned, readSigns } from "./corrections";

/** What a column of a mill's statement can mean. */
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
export type StatementField = keyof typeof STATEMENT_FIELDS;
export const FIELD_KEYS = keysOf(STATEMENT_FIELDS);

/** In which unit a column of weights is. */
export const WEIGHTS = { lb: "Pounds", ton: "Tons of 2,000 lb" } as const;
export type Weights = keyof typeof WEIGHTS;
const WEIGHED = ["gross", "tare", "net", "deduction"] as const;
type Weighed = (typeof WEIGHED)[number];
type WeightUnits = Record<`${Weighed}_unit`, Weights>;

/** In which unit a column of volumes is, where no column of units says it. */
export const VOLUMES = { mbf: "MBF", ton: "Tons", cord: "Cords" } as const;
export type VolumeUnit = keyof typeof VOLUMES;

/** Heading by meaning, and the units of the columns of numbers: each its own, as mills mix them. */
export type Mapping = Partial<Record<StatementField, string>> &
  Partial<WeightUnits> & { volume_unit?: VolumeUnit };

const HINTS: Record<StatementField, RegExp> = {
  scale_ticket_number: /scale.*(ticket|no|#|slip)|weigh.*(ticket|slip)|receipt/i,
  trip_ticket_number: /(trip|load|our|truck)?\s*-?ticket|load\s*(id|no|#)/i,
  scaled_on: /date|day/i,
  truck_number: /truck|vehicle/i,
  gross: /gross/i,
  tare: /tare/i,
  net: /\bnet\b/i,
  scaled_volume: /volume|quantity|qty|\btons?\b|board feet|\bcords?\b|\bmbf\b/i,
  price: /\bprice|\brate\b|\$|dollars per/i,
  unit: /\bunit|uom/i,
  product: /product|species|grade|commodity|\bsort\b/i,
  deduction: /deduct|\bcull\b|defect|dockage|\bdock\b/i,
};

/** Which heading means what, as far as its words tell; each heading once. */
export function guessMapping(headings: readonly string[]): Mapping {
  const free = new Set(headings.filter(Boolean));
  const found: Mapping = {};
  // The narrower words first: a scale ticket is a ticket too.
  for (const field of keysOf(HINTS)) {
    const heading = [...free].find((h) => HINTS[field].test(h));
    if (!heading) continue;
    found[field] = heading;
    free.delete(heading);
  }
  return { ...found, ...guessUnits(found) };
}

/** The units that the headings name: "Net Tons", "Gross (lb)", "Cords". Pounds and tons where they name none. */
function guessUnits(found: Mapping): WeightUnits & { volume_unit: VolumeUnit } {
  const unit = (field: Weighed): Weights => (/\btons?\b/i.test(found[field] ?? "") ? "ton" : "lb");
  const heading = found.scaled_volume ?? "";
  return {
    gross_unit: unit("gross"),
    tare_unit: unit("tare"),
    net_unit: unit("net"),
    deduction_unit: unit("deduction"),
    volume_unit: /cord/i.test(heading) ? "cord" : /mbf|board/i.test(heading) ? "mbf" : "ton",
  };
}

/** A mapping as it was remembered, as far as this statement has its headings. */
export function fittingMapping(kept: Record<string, string>, headings: readonly string[]): Mapping | null {
  const fitting = FIELD_KEYS.filter((field) => headings.includes(kept[field] ?? ""));
  if (fitting.length === 0 || FIELD_KEYS.some((f) => kept[f] && !headings.includes(kept[f]))) return null;
  return readMapping({
    ...Object.fromEntries(fitting.map((field) => [field, kept[field] ?? ""])),
    ...Object.fromEntries(UNIT_KEYS.flatMap((name) => (kept[name] ? [[name, kept[name]]] : []))),
  });
}

const UNIT_KEYS = [
  "gross_unit",
  "tare_unit",
  "net_unit",
  "deduction_unit",
  "volume_unit",
  "weights",
] as const;

/** A mapping as it was saved. One of before had a single unit for all weights, and none for volumes. */
export function readMapping(kept: Record<string, string>): Mapping {
  const columns: Mapping = Object.fromEntries(
    FIELD_KEYS.flatMap((field) => (kept[field] ? [[field, kept[field]]] : [])),
  );
  const guessed = guessUnits(columns);
  const weights = (name: keyof WeightUnits): Weights => {
    const saved = kept[name] ?? kept.weights;
    return saved === "ton" || saved === "lb" ? saved : guessed[name];
  };
  const volume = kept.volume_unit;
  return {
    ...columns,
    gross_unit: weights("gross_unit"),
    tare_unit: weights("tare_unit"),
    net_unit: weights("net_unit"),
    deduction_unit: weights("deduction_unit"),
    volume_unit: volume === "mbf" || volume === "ton" || volume === "cord" ? volume : guessed.volume_unit,
  };
}

/** One line as it was understood; pounds, thousandths, a day as "2026-11-16". A volume is one that the mill states. */
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

/** Reads a line by a mapping. What cannot be read is named in `problem`; the line can then not be accepted. */
export function readLine(
  cells: readonly string[],
  headings: readonly string[],
  mapping: Mapping,
): StatementLine {
  const problems: string[] = [];
  const cell = (field: StatementField) => {
    const at = mapping[field] === undefined ? -1 : headings.indexOf(mapping[field]);
    return (cells[at] ?? "").trim();
  };
  const read = <T>(field: StatementField, parse: (text: string) => T | null): T | null => {
    const text = cell(field);
    if (text === "") return null;
    const value = parse(text);
    if (value === null) problems.push(`${STATEMENT_FIELDS[field]} "${text.slice(0, 30)}" can't be read.`);
    return value;
  };
  const weight = (field: Weighed) =>
    read(field, (text) => readSigned(text, (amount) => readWeight(amount, mapping[`${field}_unit`] ?? "lb")));
  const {
    gross,
    tare,
    deduction,
    net: stands,
    volume: stated,
    isBack,
  } = readSigns({
    gross: weight("gross"),
    tare: weight("tare"),
    deduction: weight("deduction"),
    net: weight("net"),
    volume: read("scaled_volume", (text) => readSigned(text, parseVolume)),
  });
  // A net in tons is rounded to a tenth of a ton by some scales.
  const rounded = mapping.net_unit === "ton" ? 110 : 40;
  const weighed = gross !== null && tare !== null ? gross - tare : null;
  const isOff = (less: number) =>
    weighed !== null && stands !== null && Math.abs(weighed - less - stands) > rounded;
  if (isOff(0) && isOff(deduction ?? 0)) problems.push("Net isn't gross less tare.");
  // A net after the deduction is said as tickets keep it, with the deduction beside it.
  const net =
    isOff(0) && weighed !== null && deduction !== null && !isOff(deduction) ? weighed : (stands ?? weighed);
  if (net !== null && net < 0 && !isBack) problems.push("Tare is more than gross.");
  const unit = read("unit", readUnit) ?? UNIT[mapping.volume_unit ?? "ton"];
  return {
    trip_ticket_number: read("trip_ticket_number", readNumber),
    scale_ticket_number: read("scale_ticket_number", (text) => text.slice(0, 40)),
    scaled_on: read("scaled_on", readDay),
    truck_number: read("truck_number", (text) => text.slice(0, 40)),
    gross_pounds: gross,
    tare_pounds: tare,
    net_pounds: net,
    scaled_volume: stated,
    scaled_wood_unit_type_id: stated === null ? null : unit,
    product: read("product", (text) => text.slice(0, 60)),
    deduction_pounds: deduction,
    price: read("price", (text) => text.slice(0, 40)),
    problem: problems.join(" ") || null,
  };
}

function readNumber(text: string): number | null {
  const digits = /^#?\s*0*(\d{1,9})(?:\.0)?$/.exec(text)?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
}

/** Pounds of "78,540", "78540 lb", or of "27.4" where a statement weighs in tons. */
export function readWeight(text: string, weights: Weights): number | null {
  const bare = text.replace(/\s*(lbs?|pounds?|tons?|t)\.?$/i, "").replace(/\.0+$/, "");
  if (weights === "lb") return parsePounds(bare);
  const thousandths = parseVolume(bare);
  return thousandths === null || thousandths > 200_000 ? null : thousandths * 2;
}

/** The unit that a cell names: "tons", "cd", "MBF". */
export function readUnit(text: string): number | null {
  if (/^(t|tn|tons?|short tons?)\.?$/i.test(text)) return UNIT.ton;
  if (/^(c|cds?|cords?)\.?$/i.test(text)) return UNIT.cord;
  return /^(m|mbf)\.?$/i.test(text) ? UNIT.mbf : null;
}
