import { replaceMonthName } from "./named-month";
import { type ParsedTime, parseTime } from "./place-time";
import { formatZone } from "./time";

/** Order of numeric dates: month first, as Americans write them, or day first. */
export const DATE_ORDERS = { mdy: "Month first, 11/25/2026", dmy: "Day first, 25/11/2026" } as const;
export type DateOrder = keyof typeof DATE_ORDERS;

export type ClockTime = { hour: number; minute: number };
/** Zone named in a text: an IANA name, or minutes ahead of UTC. */
export type ZoneRef = string | number;
/** Day, clock time, or both, read from one cell. */
export type ParsedDateTime = { day: string | null; clock: ClockTime | null; zone: ZoneRef | null };

const NUMBERED = /^(\d{1,2})[/-](\d{1,2})(?:[/-](?:\d{4}|\d{2}))?(?![\d/-])/;

/**
 * Find the date order of a whole file: "either" if every date can be read both ways with different results, "mixed" if
 * some dates are only valid month first and others only day first, null if the order makes no difference.
 */
export function findDateOrder(texts: Iterable<string>): DateOrder | "either" | "mixed" | null {
  const seen = new Set<DateOrder | "either">();
  for (const text of texts) {
    const [, first, second] = NUMBERED.exec(text.trim()) ?? [];
    const [a, b] = [Number(first), Number(second)];
    if (first === undefined || a === b || Math.min(a, b) > 12) continue;
    seen.add(a > 12 ? "dmy" : b > 12 ? "mdy" : "either");
  }
  if (seen.has("mdy") && seen.has("dmy")) return "mixed";
  return seen.has("mdy") ? "mdy" : seen.has("dmy") ? "dmy" : seen.has("either") ? "either" : null;
}

/** Questions about the dates of a file that don't prove their order. */
export const DATE_ORDER_QUESTIONS = {
  either: "These dates can be read two ways. Choose which comes first, the month or the day.",
  mixed:
    "Some of these dates have the month first and some the day. Choose one; rows with the other are listed.",
};

/**
 * Return the order of a file's dates: the one that the dates prove, else the one chosen for this file or remembered
 * from the last file; or the question to show the user. A file with both orders always leads to a question. The result
 * is empty if no date depends on the order, because an order that no date proved isn't remembered for the next file.
 */
export function chooseDateOrder(
  proven: ReturnType<typeof findDateOrder>,
  { chosen, remembered }: { chosen?: DateOrder; remembered?: DateOrder },
): { dates?: DateOrder } | { question: string } {
  if (proven === "mdy" || proven === "dmy") return { dates: proven };
  if (chosen) return { dates: chosen };
  if (proven === "mixed") return { question: DATE_ORDER_QUESTIONS.mixed };
  if (remembered) return { dates: remembered };
  return proven === null ? {} : { question: DATE_ORDER_QUESTIONS.either };
}

/** True if a text is the key of a date order. */
export const isDateOrder = (key: string | undefined): key is DateOrder => key === "mdy" || key === "dmy";

/**
 * Read a day as people write it: 2026-11-16, 11/16/2026, 11/16/26, 11-16-2026, Nov 16, 2026; any time after it is
 * dropped.
 */
export function parseDay(written: string, order: DateOrder = "mdy"): string | null {
  const text = replaceMonthName(written);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const numbers = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?: .*)?$/.exec(text);
  // A spelled-out month was rewritten with the month first, whatever the file's order.
  const isDayFirst = order === "dmy" && text === written;
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : numbers
      ? [
          numbers[3]?.length === 2 ? `20${numbers[3]}` : numbers[3],
          numbers[isDayFirst ? 2 : 1],
          numbers[isDayFirst ? 1 : 2],
        ]
      : [];
  if (!year || !month || !day) return null;
  const read = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${read}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== read ? null : read;
}

/** Spreadsheets store a clock time without a day as a time on one of these days. */
const NO_DAY = /^(?:1899-12-3[01]|1900-01-0[01])[T ]/;
/** Spreadsheets write a day without a clock as midnight. */
const MIDNIGHT = /^(?:0?0:00(?::00(?:\.0+)?)?|12:00:00 AM)$/i;

/**
 * Read a day, a clock time, or both from one cell: "11/16/2026 7:42 AM", "2026-11-16T14:45Z", "11/16", "Nov 16, 2026",
 * "7:42p", "0742".
 */
export function parseDateTime(
  written: string,
  { today, order = "mdy" }: { today: string; order?: DateOrder },
): ParsedDateTime | null {
  const { text, zone } = splitZone(written);
  if (NO_DAY.test(text)) return { day: null, clock: readClock(text.slice(11)), zone };
  const alone = readClock(text);
  if (alone) return { day: null, clock: alone, zone };
  const numbered = replaceMonthName(text);
  const [, date = "", time] = /^(\S+?),?(?:[T ]\s*(.+))?$/.exec(numbered) ?? [];
  const inOrder = numbered === text ? order : "mdy";
  const day = parseDay(date, inOrder) ?? dayOfThisYear(date, today, inOrder);
  if (!day) return null;
  if (!time || MIDNIGHT.test(time)) return { day, clock: null, zone: null };
  const clock = readClock(time);
  return clock ? { day, clock, zone } : null;
}

/** "7:42", "07:42:00", "7:42 AM", "7:42p", "0742"; null if it isn't a clock time. */
function readClock(text: string): ClockTime | null {
  const match =
    /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(a|p)?\.?m?\.?$/i.exec(text) ??
    /^(\d{2})(\d{2})()$/.exec(text);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  let hour = Number(match[1]);
  const minute = Number(match[2]);
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null;
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return { hour, minute };
}

/** Parse "11/16" as the latest such day that isn't after today. */
function dayOfThisYear(text: string, today: string, order: DateOrder): string | null {
  if (!/^\d{1,2}[/-]\d{1,2}$/.test(text)) return null;
  const year = Number(today.slice(0, 4));
  const day = parseDay(`${text}/${year}`.replaceAll("-", "/"), order);
  if (day && day <= today) return day;
  return parseDay(`${text}/${year - 1}`.replaceAll("-", "/"), order);
}

/** Offsets from UTC, in hours, of the zones that Americans name. */
const ABBREVIATED: Record<string, number> = {
  ...{ z: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, hdt: -9, ast: -4, adt: -3 },
};
const BY_NAME: Record<string, string> = {
  et: "America/New_York",
  ct: "America/Chicago",
  mt: "America/Denver",
  pt: "America/Los_Angeles",
};
const NAMED_ZONES = [
  ...["America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles"],
  ...["America/Anchorage", "America/Adak", "Pacific/Honolulu", "UTC"],
];

/** Zone named by a word, "UTC", "EST", "ET", "Eastern time", "America/Detroit"; null if it names none. */
export function parseZone(word: string): ZoneRef | null {
  const key = word.trim().toLowerCase();
  const hours = ABBREVIATED[key];
  if (hours !== undefined) return hours * 60;
  const [, sign, ahead, minutes = "0"] = /^(?:gmt|utc)([+-])(\d{1,2})(?::(\d\d))?$/.exec(key) ?? [];
  if (sign) return (Number(ahead) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  const named = BY_NAME[key] ?? NAMED_ZONES.find((zone) => formatZone(zone).toLowerCase() === key);
  if (named) return named;
  if (!/^[a-z]+\/[a-z_/]+$/.test(key)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: word.trim() }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Zone named in brackets in a heading: "Delivered (UTC)", "Dropped Off (Eastern time)". */
export const parseHeadingZone = (heading: string | undefined): ZoneRef | null => {
  const word = /[([]([^)\]]+)[)\]]\s*$/.exec(heading ?? "")?.[1];
  return word === undefined ? null : parseZone(word);
};

/** Name of a zone for a heading, which `parseHeadingZone` reads back: "Eastern time", else "Asia/Kolkata". */
export function formatHeadingZone(zone: string): string {
  const name = formatZone(zone);
  return parseZone(name) === null ? zone : name;
}

/** Return a heading without the zone that it names. */
export const removeHeadingZone = (heading: string): string =>
  parseHeadingZone(heading) === null ? heading : heading.replace(/\s*[([][^)\]]+[)\]]\s*$/, "");

/** Split the zone named at the end of a text from the rest. */
function splitZone(written: string): { text: string; zone: ZoneRef | null } {
  const offset = /^(.*\d)\s*([+-])(\d{2}):?(\d{2})$/.exec(written);
  if (offset && /:\d{2}/.test(offset[1] ?? "")) {
    const minutes = Number(offset[3]) * 60 + Number(offset[4]);
    return { text: offset[1] ?? "", zone: offset[2] === "-" ? -minutes : minutes };
  }
  const [, text = "", word = ""] =
    /^(.*?:\d{2}.*?)\s*\(?((?<=\d)Z|(?<=[\s(])[a-z/_ ]+(?:[+-]\d{1,2}(?::\d\d)?)?)\)?$/i.exec(written) ?? [];
  const bare = /^([ap]\.?m?\.?)\s+(.+)$/i.exec(word);
  const zone = word === "" ? null : parseZone(bare?.[2] ?? word);
  if (zone === null) return { text: written, zone: null };
  return { text: bare ? `${text} ${bare[1]}` : text, zone };
}

/** Instant of a day and a clock time: in the zone that the text names, else in the zone of the place. */
export function toInstant(day: string, clock: ClockTime, named: ZoneRef | null, place: string): ParsedTime {
  const local = `${day}T${pad(clock.hour)}:${pad(clock.minute)}`;
  if (typeof named !== "number") return parseTime(local, named ?? place);
  const ms = Date.parse(`${local}:00Z`) - named * 60_000;
  return Number.isNaN(ms)
    ? { iso: null, problem: "Enter a date and time" }
    : { iso: new Date(ms).toISOString(), question: null };
}
const pad = (n: number) => String(n).padStart(2, "0");
