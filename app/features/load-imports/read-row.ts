import { netPounds, parseVolume, plainVolume, UNIT } from "~/domain/measures/measures";
import { numberedMonth } from "~/domain/time/named-month";
import { fromLocal } from "~/domain/time/time";
import { readDay, readUnit, readWeight } from "~/features/reconcile/statement";
import { type Columns, LOAD_FIELDS, type LoadField } from "./columns";

/** What a row says by itself, before anybody asks what its names mean. Instants in UTC, weights in pounds. */
export type ReadRow = {
  words: Record<LoadField, string>;
  loaded_at: string | null;
  dropped_off_at: string | null;
  /** What `dropped_off_at` was taken from where no time of delivery is told; null where one is. */
  assumed: "noon" | "loaded" | null;
  gross: number | null;
  tare: number | null;
  net: number | null;
  volume: string | null;
  unit: number | null;
  /** What can't be read, in sentences. */
  problems: string[];
};

type Clock = { hour: number; minute: number };
type When = { day: string | null; clock: Clock | null };

/** The clock of a load whose paper has none. */
const NOON: Clock = { hour: 12, minute: 0 };

/** What is typed instead of a day or a clock that can't be read. */
const LIKE = "Type it like 11/25/2026 2:15 PM.";

/** Read a row's days, clocks and measures. `today` is the reader's, for days without a year. */
export function readRow(
  words: Record<LoadField, string>,
  columns: Columns,
  { zone, today }: { zone: string; today: string },
): ReadRow {
  const problems: string[] = [];
  const read = <T>(field: LoadField, parse: (text: string) => T | null, like = ""): T | null => {
    const text = words[field];
    if (text === "") return null;
    const value = parse(text);
    if (value === null)
      problems.push(`${plainLabel(field)} "${text.slice(0, 30)}" can't be read. ${like}`.trim());
    return value;
  };
  const when = (text: string) => readWhen(text, today);
  const date = read("day", when, LIKE);
  const loaded = read("loaded", when, LIKE);
  const dropped = read("dropped_off", when, LIKE);
  const day = date?.day ?? dropped?.day ?? loaded?.day ?? null;
  if (day === null && problems.length === 0) problems.push("It has no date.");
  // A sheet with one column for day and clock says when it was delivered.
  const clock = dropped?.clock ?? (date?.clock || null);
  const loaded_at = loaded?.clock ? instantOf(loaded.day ?? day, loaded.clock, zone) : null;
  const noon = instantOf(dropped?.day ?? day, NOON, zone);
  const later = loaded_at !== null && noon !== null && loaded_at > noon;
  const told = clock && instantOf(dropped?.day ?? day, clock, zone);
  const dropped_off_at = clock ? told : later ? loaded_at : noon;
  const assumed = clock || dropped_off_at === null || problems.length ? null : later ? "loaded" : "noon";
  if (day !== null && dropped_off_at === null && problems.length === 0)
    problems.push("There's no such time on that day.");
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
    words,
    loaded_at,
    dropped_off_at,
    assumed,
    gross,
    tare,
    net: weighed === null ? stated : null,
    volume: volume === null ? null : plainVolume(volume),
    unit,
    problems,
  };
}

const plainLabel = (field: LoadField) => LOAD_FIELDS[field].replace(/ \(time\)$/, "");

const instantOf = (day: string | null, { hour, minute }: Clock, zone: string): string | null =>
  day && fromLocal(`${day}T${pad(hour)}:${pad(minute)}`, zone);
const pad = (n: number) => String(n).padStart(2, "0");

/** Spreadsheets keep a clock without a day as one of this day. */
const NO_DAY = /^(?:1899-12-3[01]|1900-01-0[01])[T ]/;

/** A day, a clock, or both in one cell: "11/16/2026 7:42 AM", "2026-11-16T14:45", "11/16", "Nov 16, 2026", "7:42p", "0742". */
export function readWhen(text: string, today: string): When | null {
  if (NO_DAY.test(text)) return { day: null, clock: readClock(text.slice(11)) };
  const alone = readClock(text);
  if (alone) return { day: null, clock: alone };
  const [, date = "", time] = /^(\S+?),?(?:[T ]\s*(.+))?$/.exec(numberedMonth(text)) ?? [];
  const day = readDay(date) ?? dayOfThisYear(date, today);
  if (!day) return null;
  if (!time) return { day, clock: null };
  const clock = readClock(time);
  return clock ? { day, clock } : null;
}

/** "7:42", "07:42:00", "7:42 AM", "7:42p", "0742"; null where it isn't a clock. */
export function readClock(text: string): Clock | null {
  const found =
    /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(a|p)?\.?m?\.?Z?$/i.exec(text) ??
    /^(\d{2})(\d{2})()$/.exec(text);
  if (!found) return null;
  const half = found[3]?.toLowerCase();
  let hour = Number(found[1]);
  const minute = Number(found[2]);
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null;
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return { hour, minute };
}

/** "11/16" in the latest year in which it isn't after today. */
function dayOfThisYear(text: string, today: string): string | null {
  if (!/^\d{1,2}[/-]\d{1,2}$/.test(text)) return null;
  const year = Number(today.slice(0, 4));
  const day = readDay(`${text}/${year}`.replaceAll("-", "/"));
  if (day && day <= today) return day;
  return readDay(`${text}/${year - 1}`.replaceAll("-", "/"));
}

/** The unit that a volume's own cell or its heading names; null where neither does. */
function unitOfHeading(columns: Columns, words: Record<LoadField, string>): number | null {
  if (words.volume === "") return null;
  const named = `${words.volume} ${columns.volume ?? ""}`;
  if (/cord/i.test(named)) return UNIT.cord;
  if (/mbf|board/i.test(named)) return UNIT.mbf;
  return /\btons?\b/i.test(named) ? UNIT.ton : null;
}
