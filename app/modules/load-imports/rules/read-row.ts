import type { LogRule } from "~/lib/units/log-rules";
import { computeNetPounds, formatPlainVolume, UNIT } from "~/lib/units/measures";
import { type ParsedCell, parseIdentifierCell, parsePoundsCell, requirePositive } from "~/lib/units/quantity";
import { findNamedUnit, isVolumeUnit, isWeightUnit, type UnitKey, VOLUME_UNITS } from "~/lib/units/units";
import { parseUnitColumnCell, parseVolumeColumnCell } from "~/modules/reconcile/rules/column-units";
import type { LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";
import { LOAD_FIELDS, type LoadColumnMapping, type LoadField } from "./columns";
import { type RowTimes, readRowTimes } from "./row-times";

/** Content of a row before its names are resolved. Times are in UTC, weights in pounds. */
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
 * Read a row's days, times and measures. `zones` are the time zones of its places; `today` is the user's date, for days
 * without a year.
 */
export function readRow(
  words: Record<LoadField, string>,
  columns: LoadColumnMapping,
  places: { zones: LoadTimeZones; today: string },
): ReadRow {
  const times = readRowTimes(words, columns, places);
  const problems = [...times.problems];
  const questions = [...times.questions];
  const read = <T>(field: LoadField, parse: (text: string) => ParsedCell<T>): T | null => {
    const text = words[field];
    if (text === "") return null;
    const reading = parse(text);
    if (reading.ok) return reading.value;
    problems.push(`${plainLabel(field)} "${text.slice(0, 30)}" ${reading.problem}`);
    return null;
  };
  const named = read("unit", parseUnitColumnCell);
  // Pounds or kilograms in a unit column belong to the weights, since no load's volume is counted in pounds or
  // kilograms.
  const ofWeights =
    named !== null && words.volume === "" && isWeightUnit(named) && named !== "ton" ? named : null;
  const weight = (field: "gross" | "tare" | "net") =>
    read(field, (text) =>
      requirePositive(
        parsePoundsCell(
          text,
          findNamedUnit(columns[field] ?? "").unit ?? ofWeights ?? columns.weights ?? "lb",
        ),
      ),
    );
  const [gross, tare, stated] = [weight("gross"), weight("tare"), weight("net")];
  const weighed = computeNetPounds(gross, tare);
  // Some scales round weights that aren't in pounds, so a larger difference is accepted.
  const rounded = (columns.weights ?? "lb") === "lb" ? 40 : 110;
  if (weighed !== null && weighed < 0) problems.push("Tare is more than gross.");
  else if (weighed !== null && stated !== null && Math.abs(weighed - stated) > rounded)
    problems.push("Net isn't gross less tare.");
  const inUnit = named ?? (columns.volume_unit === "product" ? null : (columns.volume_unit ?? null));
  const isProducts = named === null && columns.volume_unit === "product";
  // Volumes are thousandths in every unit of a product, so the unit may be set later.
  const scaled = read("volume", (text) => parseVolumeColumnCell(text, isProducts ? "mbf" : inUnit));
  const namesUnit = !isProducts || findNamedUnit(words.volume).unit !== null;
  const unit = scaled ? (namesUnit ? scaled.unit : null) : unitIdOf(named);
  for (const field of ["scale_ticket", "paper_number", "truck"] as const) {
    const code = parseIdentifierCell(words[field]);
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
    log_rule: scaled === null ? null : (scaled.rule ?? findNamedUnit(columns.volume ?? "").rule),
    problems,
    questions,
  };
}

const plainLabel = (field: LoadField) => LOAD_FIELDS[field].replace(/ \(time\)$/, "");

/** Return the id of a unit in which loads are counted; null for any other unit. */
const unitIdOf = (key: UnitKey | null): number | null =>
  key === "ton" ? UNIT.ton : key !== null && isVolumeUnit(key) ? VOLUME_UNITS[key].unit : null;
