import { expect, it, test } from "vitest";
import {
  getQuickRange,
  includesTodayOrLater,
  isValidDay,
  type QuickRange,
  shiftDay,
  shiftRange,
} from "./date-range";

test.each<[QuickRange, string, string, string]>([
  // A Sunday, a Monday, the days around New Year, a leap day, the days on which clocks change.
  ["this_week", "2026-11-22", "2026-11-16", "2026-11-22"],
  ["this_week", "2026-11-16", "2026-11-16", "2026-11-22"],
  ["this_week", "2026-01-01", "2025-12-29", "2026-01-04"],
  ["this_week", "2026-03-08", "2026-03-02", "2026-03-08"],
  ["last_week", "2026-11-02", "2026-10-26", "2026-11-01"],
  ["last_week", "2026-11-21", "2026-11-09", "2026-11-15"],
  ["this_month", "2026-11-21", "2026-11-01", "2026-11-30"],
  ["this_month", "2028-02-29", "2028-02-01", "2028-02-29"],
  ["last_month", "2026-01-31", "2025-12-01", "2025-12-31"],
  ["last_month", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["this_year", "2026-11-21", "2026-01-01", "2026-12-31"],
  ["last_year", "2026-01-01", "2025-01-01", "2025-12-31"],
])("%s on %s is %s to %s", (key, today, start, end) => {
  expect(getQuickRange(key, today)).toEqual({ start, end });
});

test.each([
  ["a week", "2026-11-16", "2026-11-22", "2026-11-23", "2026-11-29", "2026-11-09", "2026-11-15"],
  ["a day", "2026-11-16", "2026-11-16", "2026-11-17", "2026-11-17", "2026-11-15", "2026-11-15"],
  ["October", "2026-10-01", "2026-10-31", "2026-11-01", "2026-11-30", "2026-09-01", "2026-09-30"],
  ["over a leap day", "2028-02-28", "2028-03-01", "2028-03-02", "2028-03-04", "2028-02-25", "2028-02-27"],
])("shifts to the adjacent range: %s", (_what, start, end, s1, e1, s0, e0) => {
  expect(shiftRange({ start, end }, 1)).toEqual({ start: s1, end: e1 });
  expect(shiftRange({ start, end }, -1)).toEqual({ start: s0, end: e0 });
});

it("has no next period once the range reaches today", () => {
  const range = { start: "2026-11-09", end: "2026-11-15" };
  expect(includesTodayOrLater(range, "2026-11-16")).toBe(false);
  expect(includesTodayOrLater(range, "2026-11-15")).toBe(true);
  expect(includesTodayOrLater(getQuickRange("this_month", "2026-11-15"), "2026-11-15")).toBe(true);
});

test.each([
  ["2026-11-16", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["0026-11-16", false],
  ["2026-11-16T00:00", false],
  ["16.11.2026", false],
  ["", false],
])("validates the day %j: %s", (text, is) => {
  expect(isValidDay(text)).toBe(is);
});

it("shifts a day across the end of a year", () => {
  expect(shiftDay("2026-12-31", 1)).toBe("2027-01-01");
});

test("shifts a whole month or year to the adjacent one", () => {
  const october = { start: "2026-10-01", end: "2026-10-31" };
  expect(shiftRange(october, -1)).toEqual({ start: "2026-09-01", end: "2026-09-30" });
  expect(shiftRange(october, 1)).toEqual({ start: "2026-11-01", end: "2026-11-30" });
  expect(shiftRange({ start: "2024-01-01", end: "2024-12-31" }, 1)).toEqual({
    start: "2025-01-01",
    end: "2025-12-31",
  });
  expect(shiftRange({ start: "2026-10-02", end: "2026-10-31" }, -1)).toEqual({
    start: "2026-09-02",
    end: "2026-10-01",
  });
});
