import { typedKeys } from "~/lib/object/records";

/** Date formats for a file's column, each labeled with an example: November 16, 2026, 2:05 PM. */
export const DATE_FORMATS = {
  "": "2026-11-16 14:05",
  day: "2026-11-16",
  us: "11/16/2026 14:05",
  us_12h: "11/16/2026 2:05 PM",
  us_day: "11/16/2026",
  us_short: "11/16/26",
  digits: "20261116",
  time: "14:05",
  time_12h: "2:05 PM",
} as const;
export type DateFormat = keyof typeof DATE_FORMATS;
export const DATE_FORMAT_KEYS = typedKeys(DATE_FORMATS);

/**
 * Format a day and clock time from a row ("2026-11-16 14:05", "2026-11-16 11:05 PST") in a date format. A clock time
 * keeps its zone.
 */
export function formatDateAs(form: DateFormat, text: string): string {
  const [, year = "", month = "", day = "", hour = "", minute = "", zone = ""] =
    /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)(.*)$/.exec(text) ?? [];
  if (!year) return text;
  const clock = `${hour}:${minute}${zone}`;
  const twelve = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? "AM" : "PM"}${zone}`;
  const us = `${month}/${day}/${year}`;
  const forms: Record<DateFormat, string> = {
    "": text,
    day: `${year}-${month}-${day}`,
    us: `${us} ${clock}`,
    us_12h: `${us} ${twelve}`,
    us_day: us,
    us_short: `${month}/${day}/${year.slice(2)}`,
    digits: `${year}${month}${day}`,
    time: clock,
    time_12h: twelve,
  };
  return forms[form];
}
