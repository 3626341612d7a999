import { describe, expect, it, test } from "vitest";
import {
  formatDate,
  formatFullInstant,
  formatInstant,
  formatZone,
  fromLocal,
  getDay,
  getDayBounds,
  getGreeting,
  isZone,
  toLocal,
} from "./time";

const EAST = "America/New_York";
const DETROIT = "America/Detroit";
const ARIZONA = "America/Phoenix";
const ALASKA = "America/Anchorage";
const at = (iso: string) => new Date(iso);

describe("formatting an instant", () => {
  const now = at("2026-11-20T12:00:00Z");
  test.each([
    ["2026-11-16T19:05:00Z", EAST, "Mon, Nov 16, 2:05 PM"],
    ["2026-11-16T05:00:00Z", EAST, "Mon, Nov 16, 12:00 AM"],
    ["2026-11-16T04:59:59Z", EAST, "Sun, Nov 15, 11:59 PM"],
    ["2026-07-04T16:30:00Z", ALASKA, "Sat, Jul 4, 8:30 AM"],
    ["2025-11-16T19:05:00Z", EAST, "Sun, Nov 16, 2025, 2:05 PM"],
    ["2026-01-01T04:00:00Z", EAST, "Wed, Dec 31, 2025, 11:00 PM"],
  ])("formats %s in %s as %s", (iso, zone, text) => {
    expect(formatInstant(iso, zone, now)).toBe(text);
  });

  it("uses the current year in the reader's zone, not in UTC", () => {
    const newYearInUtc = at("2027-01-01T02:00:00Z");
    expect(formatInstant("2026-12-31T20:00:00Z", EAST, newYearInUtc)).toBe("Thu, Dec 31, 3:00 PM");
    expect(formatInstant("2026-12-31T20:00:00Z", "UTC", newYearInUtc)).toBe("Thu, Dec 31, 2026, 8:00 PM");
  });

  it("formats a calendar day with its year", () => {
    expect(formatDate("2026-11-16")).toBe("Mon, Nov 16, 2026");
    expect(formatDate("2024-02-29")).toBe("Thu, Feb 29, 2024");
  });
});

test.each([
  [4, "Good evening"],
  [5, "Good morning"],
  [11, "Good morning"],
  [12, "Good afternoon"],
  [16, "Good afternoon"],
  [17, "Good evening"],
  [23, "Good evening"],
  [0, "Good evening"],
])("greets at hour %d with: %s", (hour, words) => {
  const iso = `2026-07-01T${String(hour).padStart(2, "0")}:59:00Z`;
  expect(getGreeting(at(iso), "UTC")).toBe(words);
});

test("greets by the reader's local time", () => {
  expect(getGreeting(at("2026-11-16T11:00:00Z"), EAST)).toBe("Good morning");
  expect(getGreeting(at("2026-11-16T11:00:00Z"), ALASKA)).toBe("Good evening");
});

describe("parsing typed times", () => {
  // In 2026 the clocks of the United States go forward on 8 March and back on 1 November, at 2 in the morning.
  test.each([
    ["2026-11-16T14:05", EAST, "2026-11-16T19:05:00.000Z", "an ordinary afternoon"],
    ["2026-07-16T14:05", EAST, "2026-07-16T18:05:00.000Z", "a summer afternoon"],
    ["2026-07-16T14:05:30", EAST, "2026-07-16T18:05:30.000Z", "with seconds"],
    ["2026-03-08T01:59", EAST, "2026-03-08T06:59:00.000Z", "the minute before the clocks go forward"],
    ["2026-03-08T03:00", EAST, "2026-03-08T07:00:00.000Z", "the minute after"],
    ["2026-03-08T02:30", EAST, "2026-03-08T07:30:00.000Z", "an hour that was skipped"],
    ["2026-11-01T00:59", EAST, "2026-11-01T04:59:00.000Z", "the hour before the one that comes twice"],
    ["2026-11-01T01:30", EAST, "2026-11-01T05:30:00.000Z", "the first of the two"],
    ["2026-11-01T02:00", EAST, "2026-11-01T07:00:00.000Z", "after both"],
    ["2026-03-08T02:30", ARIZONA, "2026-03-08T09:30:00.000Z", "where clocks never change"],
    ["2026-01-01T00:00", "Pacific/Guam", "2025-12-31T14:00:00.000Z", "on the other side of the date line"],
  ])("converts %s in %s to %s: %s", (local, zone, iso) => {
    expect(fromLocal(local, zone)).toBe(iso);
  });

  test.each([
    "",
    "2026-11-16",
    "2026-13-01T00:00",
    "2026-02-30T00:00",
    "2026-11-16T24:00",
    "2026-11-16T14:60",
    "0026-11-16T14:05",
    "2026-11-16T14:05Z",
    "16.11.2026 14:05",
  ])("rejects %s as a time", (local) => {
    expect(fromLocal(local, EAST)).toBeNull();
  });

  it("converts every half hour of clock-change days to an instant and back, except the skipped hour", () => {
    for (const zone of [EAST, DETROIT, ARIZONA, ALASKA, "America/St_Johns"])
      for (const day of ["2026-03-08", "2026-11-01", "2026-06-21"])
        for (let half = 0; half < 48; half++) {
          const hour = Math.floor(half / 2);
          const local = `${day}T${String(hour).padStart(2, "0")}:${half % 2 ? "30" : "00"}`;
          const skipped = zone !== ARIZONA && day === "2026-03-08" && hour === 2;
          expect(toLocal(fromLocal(local, zone), zone)).toBe(skipped ? local.replace("T02", "T03") : local);
        }
  });

  it("returns an empty field value if there is no instant", () => {
    expect(toLocal(null, EAST)).toBe("");
  });
});

describe("days", () => {
  const hours = (bounds: { from: string; before: string } | null) =>
    bounds && (Date.parse(bounds.before) - Date.parse(bounds.from)) / 3_600_000;

  it("starts and ends a day at local midnight", () => {
    expect(getDayBounds("2026-11-16", EAST)).toEqual({
      from: "2026-11-16T05:00:00.000Z",
      before: "2026-11-17T05:00:00.000Z",
    });
    expect(getDayBounds("2026-12-31", ALASKA)?.before).toBe("2027-01-01T09:00:00.000Z");
  });

  test.each([
    ["2026-03-08", EAST, 23],
    ["2026-11-01", EAST, 25],
    ["2026-03-08", ARIZONA, 24],
    ["2026-02-28", EAST, 24],
  ])("%s in %s has %d hours", (day, zone, length) => {
    expect(hours(getDayBounds(day, zone))).toBe(length);
  });

  test.each(["", "2026-02-30", "2026-11", "yesterday"])("returns no day bounds for %s", (day) => {
    expect(getDayBounds(day, EAST)).toBeNull();
  });

  it("returns the calendar day of an instant in each zone", () => {
    const instant = at("2026-11-16T04:30:00Z");
    expect([getDay(instant, EAST), getDay(instant, "UTC")]).toEqual(["2026-11-15", "2026-11-16"]);
  });
});

test.each([
  [EAST, true],
  ["america/new_york", true],
  ["UTC", true],
  ["America/Indiana/Indianapolis", true],
  ["", false],
  ["Mars/Olympus", false],
  ["America/New_York; DROP", false],
  ["x".repeat(80), false],
])("validates the zone %s: %s", (zone, expected) => {
  expect(isZone(zone)).toBe(expected);
});

describe("times for paper and files", () => {
  test.each([
    ["2026-11-20T16:00:00Z", "America/Chicago", "Fri, Nov 20, 2026, 10:00 AM Central time"],
    ["2026-07-20T16:00:00Z", "America/Chicago", "Mon, Jul 20, 2026, 11:00 AM Central time"],
    ["2026-11-20T16:00:00Z", "America/Detroit", "Fri, Nov 20, 2026, 11:00 AM Eastern time"],
    ["2026-11-20T16:00:00Z", "America/Anchorage", "Fri, Nov 20, 2026, 7:00 AM Alaska time"],
    ["2026-11-20T16:00:00Z", "UTC", "Fri, Nov 20, 2026, 4:00 PM UTC"],
  ])("formats %s in %s as %s, whatever the current year", (iso, zone, words) => {
    expect(formatFullInstant(iso, zone)).toBe(words);
  });

  test("names a zone by its common American name", () => {
    expect(formatZone("America/Phoenix")).toBe("Mountain Standard time");
    expect(formatZone("america/los_angeles")).toBe("Pacific time");
  });
});

test("computes correct local times across clock changes, whatever is cached", () => {
  const asked = (zone: string) =>
    new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "short",
    });
  for (const zone of [EAST, DETROIT, ARIZONA, ALASKA, "UTC", "Asia/Kathmandu", "Australia/Lord_Howe"]) {
    const dateTimeFormat = asked(zone);
    for (const from of [
      "1969-12-31T12:00:00Z",
      "2026-03-07T00:00:00Z",
      "2026-04-04T00:00:00Z",
      "2026-10-30T00:00:00Z",
    ])
      for (let minutes = 0; minutes < 3 * 1440; minutes += 29) {
        const iso = new Date(Date.parse(from) + minutes * 60_000).toISOString();
        expect(toLocal(iso, zone).replace("T", " "), `${iso} ${zone}`).toBe(
          dateTimeFormat.format(new Date(iso)),
        );
      }
  }
});
