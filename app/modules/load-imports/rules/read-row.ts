import type { LogRule } from "~/lib/units/log-rules";
import { computeNetPounds, formatPlainVolume, UNIT } from "~/lib/units/measures";
import { type CellReading, readCodeCell, readPounds, requirePositive } from "~/lib/units/quantity";
import { isVolumeUnit, isWeightUnit, readNamedUnit, type UnitKey, VOLUME_UNITS } from "~/lib/units/units";
import { readUnitKey, readVolumeCell } from "~/modules/reconcile/rules/column-units";
import type { PlaceZones } from "~/modules/trip-tickets/rules/place-zones";
import { type Columns, LOAD_FIELDS, type LoadField } from "./columns";
import { type RowTimes, readRowTimes } from "./row-times";

/** Content of a row before its names are resolved. Instants in UTC, weights in pounds. */
export type ReadRow = RowTimes & {
  words: Record<LoadField, string>;
  gross: number | null;
  tare: number | null;
  net: number | null;
  volume: string | null;
  unit: number | null;
  /** Log rule named in the volume's heading or cell. */
  log_rule: LogRule | null;
};

/**
 * Read a row's days, clock times and measures. `zones` are its places'; `today` is the reader's, for days without a
 * year.
 */
export function readRow(
  words: Record<LoadField, string>,
  columns: Columns,
  places: { zones: PlaceZones; today: string },
): ReadRow {
  const times = readRowTimes(words, columns, places);
  const problems = [...times.problems];
  const questions = [...times.questions];
  const read = <T>(field: LoadField, parse: (text: string) => CellReading<T>): T | null => {
    const text = words[field];
    if (text === "") return null;
    const reading = parse(text);
    if (reading.ok) return reading.value;
    problems.push(`${plainLabel(field)} "${text.slice(0, 30)}" ${reading.problem}`);
    return null;
  };
  const named = read("unit", readUnitKey);
  // A unit column with pounds or kilograms is about the weights: no load's volume is counted in them.
  const ofWeights =
    named !== null && words.volume === "" && isWeightUnit(named) && named !== "ton" ? named : null;
  const weight = (field: "gross" | "tare" | "net") =>
    read(field, (text) =>
      requirePositive(
        readPounds(text, readNamedUnit(columns[field] ?? "").unit ?? ofWeights ?? columns.weights ?? "lb"),
      ),
    );
  const [gross, tare, stated] = [weight("gross"), weight("tare"), weight("net")];
  const weighed = computeNetPounds(gross, tare);
  // Some scales round weights that aren't in pounds.
  const rounded = (columns.weights ?? "lb") === "lb" ? 40 : 110;
  if (weighed !== null && weighed < 0) problems.push("Tare is more than gross.");
  else if (weighed !== null && stated !== null && Math.abs(weighed - stated) > rounded)
    problems.push("Net isn't gross less tare.");
  const inUnit = named ?? (columns.volume_unit === "product" ? null : (columns.volume_unit ?? null));
  const isProducts = named === null && columns.volume_unit === "product";
  // Thousandths are the same in every unit that a product has, so its unit may be set later.
  const scaled = read("volume", (text) => readVolumeCell(text, isProducts ? "mbf" : inUnit));
  const namesUnit = !isProducts || readNamedUnit(words.volume).unit !== null;
  const unit = scaled ? (namesUnit ? scaled.unit : null) : unitIdOf(named);
  for (const field of ["scale_ticket", "paper_number", "truck"] as const) {
    const code = readCodeCell(words[field]);
    if (!code.ok) questions.push(`${plainLabel(field)} "${words[field]}" ${code.problem}`);
  }
  return {
    ...times,
    words,
    gross,
    tare,
    net: weighed === null ? stated : null,
    volume: scaled === null ? null : formatPlainVolume(scaled.volume),
    unit,
    log_rule: scaled === null ? null : (scaled.rule ?? readNamedUnit(columns.volume ?? "").rule),
    problems,
    questions,
  };
}

const plainLabel = (field: LoadField) => LOAD_FIELDS[field].replace(/ \(time\)$/, "");

/** Id of a unit that loads are counted in; null for any other. */
const unitIdOf = (key: UnitKey | null): number | null =>
  key === "ton" ? UNIT.ton : key !== null && isVolumeUnit(key) ? VOLUME_UNITS[key].unit : null;
