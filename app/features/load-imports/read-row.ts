import type { PlaceZones } from "~/core/tickets/place-zones";
import { netPounds, parseVolume, plainVolume, UNIT } from "~/domain/measures/measures";
import { readUnit, readWeight } from "~/features/reconcile/statement";
import { type Columns, LOAD_FIELDS, type LoadField } from "./columns";
import { type RowTimes, readRowTimes } from "./row-times";

/** What a row says by itself, before anybody asks what its names mean. Instants in UTC, weights in pounds. */
export type ReadRow = RowTimes & {
  words: Record<LoadField, string>;
  gross: number | null;
  tare: number | null;
  net: number | null;
  volume: string | null;
  unit: number | null;
};

/** Read a row's days, clocks and measures. `zones` are its places'; `today` is the reader's, for days without a year. */
export function readRow(
  words: Record<LoadField, string>,
  columns: Columns,
  places: { zones: PlaceZones; today: string },
): ReadRow {
  const times = readRowTimes(words, columns, places);
  const problems = [...times.problems];
  const read = <T>(field: LoadField, parse: (text: string) => T | null): T | null => {
    const text = words[field];
    if (text === "") return null;
    const value = parse(text);
    if (value === null) problems.push(`${plainLabel(field)} "${text.slice(0, 30)}" can't be read.`);
    return value;
  };
  const weight = (field: "gross" | "tare" | "net") =>
    read(field, (text) => readWeight(text, columns.weights));
  const [gross, tare, stated] = [weight("gross"), weight("tare"), weight("net")];
  const weighed = netPounds(gross, tare);
  // Weights in tons are rounded by some scales.
  const rounded = columns.weights === "ton" ? 110 : 40;
  if (weighed !== null && weighed < 0) problems.push("Tare is more than gross.");
  else if (weighed !== null && stated !== null && Math.abs(weighed - stated) > rounded)
    problems.push("Net isn't gross less tare.");
  const volume = read("volume", (text) => parseVolume(text.replace(/\s*(tons?|cords?|mbf)$/i, "")));
  const unit = read("unit", readUnit) ?? unitOfHeading(columns, words);
  return {
    ...times,
    words,
    gross,
    tare,
    net: weighed === null ? stated : null,
    volume: volume === null ? null : plainVolume(volume),
    unit,
    problems,
  };
}

const plainLabel = (field: LoadField) => LOAD_FIELDS[field].replace(/ \(time\)$/, "");

/** The unit that a volume's own cell or its heading names; null where neither does. */
function unitOfHeading(columns: Columns, words: Record<LoadField, string>): number | null {
  if (words.volume === "") return null;
  const named = `${words.volume} ${columns.volume ?? ""}`;
  if (/cord/i.test(named)) return UNIT.cord;
  if (/mbf|board/i.test(named)) return UNIT.mbf;
  return /\btons?\b/i.test(named) ? UNIT.ton : null;
}
