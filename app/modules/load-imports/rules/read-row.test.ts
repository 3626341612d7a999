import { expect, test } from "vitest";
import { buildRecord } from "~/lib/object/records";
import { parseDateTime } from "~/lib/time/read-when";
import { LOAD_FIELD_KEYS, type LoadField } from "./columns";
import { readRow } from "./read-row";

const DETROIT = { job_zone: "America/Detroit", mill_zone: "America/Detroit" };
const rowOf = (words: Partial<Record<LoadField, string>>, columns = {}, zones = DETROIT) =>
  readRow(
    buildRecord(LOAD_FIELD_KEYS, (field) => words[field] ?? ""),
    { weights: "lb", ...columns },
    { zones, today: "2026-12-01" },
  );

const afternoon = { hour: 14, minute: 15 };
test.each([
  ["Nov 25, 2026", null],
  ["25 Nov 2026", null],
  ["November 25 2026", null],
  ["Nov 25, 2026 2:15 PM", afternoon],
  ["25 Nov 2026 14:15", afternoon],
  ["November 25 2026, 2:15 p.m.", afternoon],
  ["Wed, Nov 25, 2026 at 2:15p", afternoon],
  ["25-Nov-26", null],
  ["Nov 25", null],
  ["11/25/2026, 2:15 PM", afternoon],
  ["11/25/2026 2:15 PM", afternoon],
  ["2026-11-25T14:15", afternoon],
])("reads %s as November 25, 2026", (text, clock) => {
  expect(parseDateTime(text, { today: "2026-12-01" })).toEqual({ day: "2026-11-25", clock, zone: null });
});

test.each(["Nov 31, 2026", "Nov 25, 2026 26:15", "25.11.2026", "Smarch 25, 2026", "soon"])(
  "refuses %s with an example of a readable date and time",
  (text) => {
    expect(rowOf({ dropped_off: text }).problems).toEqual([
      `Delivered "${text}" can't be read. Type it like 11/25/2026 2:15 PM.`,
    ]);
    expect(rowOf({ day: text }).problems).toEqual([
      `Date "${text}" can't be read. Type it like 11/25/2026 2:15 PM.`,
    ]);
  },
);

test("assumes delivery at noon if a row has no delivery time, or at its loading time if that was later", () => {
  const day = "Nov 25, 2026";
  expect(rowOf({ day })).toMatchObject({ dropped_off_at: "2026-11-25T17:00:00.000Z", assumed: "noon" });
  expect(rowOf({ day, loaded: "7:05" })).toMatchObject({ assumed: "noon" });
  expect(rowOf({ day, loaded: "13:05" })).toMatchObject({
    dropped_off_at: "2026-11-25T18:05:00.000Z",
    assumed: "loaded",
  });
  expect(rowOf({ dropped_off: `${day} 12:00 PM` })).toMatchObject({
    dropped_off_at: "2026-11-25T17:00:00.000Z",
    assumed: null,
  });
  expect(rowOf({ day, dropped_off: "soon" }).assumed).toBeNull();
  expect(rowOf({})).toMatchObject({ dropped_off_at: null, assumed: null });
});

test("refuses an unreadable weight without an example of a time", () => {
  expect(rowOf({ day: "11/25/2026", gross: "heavy" }).problems).toEqual(['Gross "heavy" can\'t be read.']);
});

test("reads each time in its place's time zone, and a UTC time as UTC", () => {
  const zones = { job_zone: "America/Los_Angeles", mill_zone: "America/Boise" };
  const times = { loaded: "11/19/2026 12:15 AM", dropped_off: "11/19/2026 3:15 AM" };
  expect(rowOf(times, {}, zones)).toMatchObject({
    loaded_at: "2026-11-19T08:15:00.000Z",
    dropped_off_at: "2026-11-19T10:15:00.000Z",
  });
  expect(rowOf({ day: "11/19/2026", dropped_off: "2026-11-19T20:15:00Z" })).toMatchObject({
    dropped_off_at: "2026-11-19T20:15:00.000Z",
  });
  const eastern = { dropped_off: "Dropped Off (Eastern time)" };
  expect(rowOf({ dropped_off: "2026-11-19 15:15" }, eastern, zones).dropped_off_at).toBe(
    "2026-11-19T20:15:00.000Z",
  );
});

test("asks about a load that was picked up before midnight and delivered after it", () => {
  const night = { loaded: "11:10 PM", dropped_off: "1:05 AM" };
  expect(rowOf({ day: "11/18/2026", ...night })).toMatchObject({
    loaded_at: "2026-11-19T04:10:00.000Z",
    dropped_off_at: "2026-11-19T06:05:00.000Z",
    questions: [
      "Loaded 11:10 PM and delivered 1:05 AM: we take it as delivered after midnight, on Nov 19, 2026.",
    ],
  });
  expect(rowOf({ loaded: "11:10 PM", dropped_off: "11/19/2026 1:05 AM" })).toMatchObject({
    loaded_at: "2026-11-19T04:10:00.000Z",
    dropped_off_at: "2026-11-19T06:05:00.000Z",
    questions: [],
  });
});

test("reads a day with midnight as a day without a time", () => {
  expect(rowOf({ day: "11/19/2026 0:00" })).toMatchObject({
    dropped_off_at: "2026-11-19T17:00:00.000Z",
    assumed: "noon",
  });
});

test("reads dates in the file's order of day and month", () => {
  expect(rowOf({ day: "06/11/2026" }, { dates: "dmy" }).dropped_off_at).toBe("2026-11-06T17:00:00.000Z");
  expect(rowOf({ day: "11/25/2026" }, { dates: "dmy" }).problems).toEqual([
    'Date "11/25/2026" can\'t be read. Type it like 25/11/2026 2:15 PM.',
  ]);
});
