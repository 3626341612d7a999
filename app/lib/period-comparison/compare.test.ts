import { describe, expect, it } from "vitest";
import {
  compareRange,
  computeChange,
  formatBasePeriod,
  formatChange,
  formatPeriod,
  getPreviousRange,
} from "./compare";

const DETROIT = "America/Detroit";
const at = (iso: string) => Date.parse(iso) / 1000;
const WEEK = { start: "2026-11-16", end: "2026-11-22" };
const NOVEMBER = { start: "2026-11-01", end: "2026-11-30" };

describe("comparison of an unfinished period with the same elapsed part of its base", () => {
  it("compares to the same hour of the same weekday, even if the clocks changed in between", () => {
    // Tuesday, October 27 at 2:05 PM is summer time; November 3 at 2:05 PM isn't.
    const week = { start: "2026-11-02", end: "2026-11-08" };
    const now = new Date("2026-11-03T19:05:00Z");
    expect(compareRange(week, now, "previous", DETROIT)).toEqual({
      current: { from: at("2026-11-02T05:00:00Z"), before: at("2026-11-03T19:05:01Z") },
      base: { from: at("2026-10-26T04:00:00Z"), before: at("2026-10-27T18:05:01Z") },
      baseDays: { start: "2026-10-26", end: "2026-11-01" },
      unfinished: true,
    });
  });

  it("compares a month to the same day of the month before, never beyond that month's end", () => {
    const now = new Date("2026-03-30T16:00:00Z");
    const march = { start: "2026-03-01", end: "2026-03-31" };
    expect(compareRange(march, now, "previous", DETROIT).base).toEqual({
      from: at("2026-02-01T05:00:00Z"),
      before: at("2026-03-01T05:00:00Z"),
    });
    const early = compareRange(march, new Date("2026-03-05T17:00:00Z"), "previous", DETROIT);
    expect(early.base?.before).toBe(at("2026-02-05T17:00:01Z"));
  });

  it("compares with 364 days before for the year before, so that weekdays match", () => {
    const now = new Date("2026-11-17T17:00:00Z");
    const { base, baseDays } = compareRange(WEEK, now, "year", DETROIT);
    expect(baseDays).toEqual({ start: "2025-11-17", end: "2025-11-23" });
    expect(base?.before).toBe(at("2025-11-18T17:00:01Z"));
  });

  it("counts nothing in either period before the period begins", () => {
    const { current, base } = compareRange(NOVEMBER, new Date("2026-10-01T12:00:00Z"), "previous", DETROIT);
    expect(current.before).toBe(current.from);
    expect(base?.before).toBe(base?.from);
  });
});

it("compares a finished period with its whole base, or with nothing", () => {
  const now = new Date("2026-12-20T12:00:00Z");
  expect(compareRange(NOVEMBER, now, "previous", DETROIT)).toEqual({
    current: { from: at("2026-11-01T04:00:00Z"), before: at("2026-12-01T05:00:00Z") },
    base: { from: at("2026-10-01T04:00:00Z"), before: at("2026-11-01T04:00:00Z") },
    baseDays: { start: "2026-10-01", end: "2026-10-31" },
    unfinished: false,
  });
  expect(compareRange(NOVEMBER, now, "none", DETROIT)).toMatchObject({ base: null, baseDays: null });
});

it("returns the month before a month, the year before a year, else the same number of days before", () => {
  expect(getPreviousRange({ start: "2026-03-01", end: "2026-03-31" })).toEqual({
    start: "2026-02-01",
    end: "2026-02-28",
  });
  expect(getPreviousRange({ start: "2026-01-01", end: "2026-12-31" })).toEqual({
    start: "2025-01-01",
    end: "2025-12-31",
  });
  expect(getPreviousRange(WEEK)).toEqual({ start: "2026-11-09", end: "2026-11-15" });
  expect(getPreviousRange({ start: "2026-11-03", end: "2026-11-03" })).toEqual({
    start: "2026-11-02",
    end: "2026-11-02",
  });
});

it("formats periods and changes in everyday words", () => {
  expect(formatPeriod(WEEK, "2026-11-17")).toBe("This week");
  expect(formatPeriod({ start: "2026-11-17", end: "2026-11-17" }, "2026-11-17")).toBe("Today");
  expect(formatPeriod({ start: "2026-10-05", end: "2026-10-07" }, "2026-11-17")).toBe(
    "Oct 5, 2026 to Oct 7, 2026",
  );
  const base = formatBasePeriod(WEEK, "previous", true, "2026-11-17");
  expect(base).toBe("last week by this hour");
  expect(formatBasePeriod(WEEK, "year", false, "2026-11-17")).toBe("the same weekdays a year earlier");
  const loads = { base, one: "load", many: "loads" };
  expect(formatChange(41, 38, loads)).toBe("3 more loads than last week by this hour (+8%)");
  expect(formatChange(3, 4, loads)).toBe("1 fewer load than last week by this hour, 3 vs. 4");
  expect(formatChange(4, 4, loads)).toBe("the same as last week by this hour");
});

it("returns a percentage only for a base of at least five", () => {
  expect(computeChange(6, 5)).toEqual({ difference: 1, percent: 20 });
  expect(computeChange(6, 4)).toEqual({ difference: 2, percent: null });
});
