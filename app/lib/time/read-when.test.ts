import { expect, test } from "vitest";
import {
  chooseDateOrder,
  DATE_ORDER_QUESTIONS,
  findDateOrder,
  parseDateTime,
  parseDay,
  parseHeadingZone,
  parseZone,
  toInstant,
} from "./read-when";

const today = "2026-12-01";
const clock = (hour: number, minute = 0) => ({ hour, minute });

test("finds the date order of a whole file", () => {
  expect(findDateOrder(["06/11/2026", "09/11/2026", "13/11/2026"])).toBe("dmy");
  expect(findDateOrder(["11/06/2026", "11/13/2026 7:00"])).toBe("mdy");
  expect(findDateOrder(["06/11/2026", "09/11"])).toBe("either");
  expect(findDateOrder(["13/11/2026", "11/13/2026"])).toBe("mixed");
  expect(findDateOrder(["2026-11-13", "Nov 13, 2026", "11/11/2026", "13/45/2026", "soon"])).toBeNull();
  expect(parseDay("06/11/2026", "dmy")).toBe("2026-11-06");
  expect(parseDay("Nov 6, 2026", "dmy")).toBe("2026-11-06");
  expect(parseDateTime("13/11", { today, order: "dmy" })).toMatchObject({ day: "2026-11-13" });
  expect(parseDateTime("Nov 6, 2026 7:00", { today, order: "dmy" })).toMatchObject({ day: "2026-11-06" });
});

test("prefers the date order that a file proves, then the one chosen for it, then the last file's", () => {
  expect(chooseDateOrder("dmy", { chosen: "mdy", remembered: "mdy" })).toEqual({ dates: "dmy" });
  expect(chooseDateOrder("either", { remembered: "dmy" })).toEqual({ dates: "dmy" });
  expect(chooseDateOrder("either", { chosen: "mdy", remembered: "dmy" })).toEqual({ dates: "mdy" });
  expect(chooseDateOrder("either", {})).toEqual({ question: DATE_ORDER_QUESTIONS.either });
  expect(chooseDateOrder("mixed", { remembered: "dmy" })).toEqual({ question: DATE_ORDER_QUESTIONS.mixed });
  // A date order that no date proved isn't remembered for the next file.
  expect(chooseDateOrder(null, {})).toEqual({});
});

test.each(["11/19/2026 0:00", "11/19/2026 00:00:00", "2026-11-19T00:00:00Z", "11/19/2026 12:00:00 AM"])(
  "reads %s as a day without a time",
  (text) => {
    expect(parseDateTime(text, { today })).toEqual({ day: "2026-11-19", clock: null, zone: null });
  },
);

test.each([
  ["2026-11-19T20:15:00Z", clock(20, 15), 0],
  ["2026-11-19T20:15:00.000Z", clock(20, 15), 0],
  ["2026-11-19 15:15 -05:00", clock(15, 15), -300],
  ["2026-11-19T15:15:00-0500", clock(15, 15), -300],
  ["11/19/2026 3:15 PM EST", clock(15, 15), -300],
  ["11/19/2026 3:15 PM PT", clock(15, 15), "America/Los_Angeles"],
  ["11/19/2026 15:15 (Eastern time)", clock(15, 15), "America/New_York"],
  ["11/19/2026 3:15 PM", clock(15, 15), null],
  ["11/19/2026 3:15p", clock(15, 15), null],
])("reads the time zone of %s", (text, read, zone) => {
  expect(parseDateTime(text, { today })).toEqual({ day: "2026-11-19", clock: read, zone });
});

test("converts a time in the zone that its text names, or else in the place's zone", () => {
  const at = (text: string, place: string) => {
    const when = parseDateTime(text, { today });
    return when?.day && when.clock && toInstant(when.day, when.clock, when.zone, place).iso;
  };
  expect(at("2026-11-19T20:15:00Z", "America/Detroit")).toBe("2026-11-19T20:15:00.000Z");
  expect(at("11/19/2026 3:15 PM EST", "America/Los_Angeles")).toBe("2026-11-19T20:15:00.000Z");
  expect(at("11/19/2026 1:15 AM", "America/Los_Angeles")).toBe("2026-11-19T09:15:00.000Z");
});

test("reads the zone named in a heading", () => {
  expect(parseHeadingZone("Dropped Off (Eastern time)")).toBe("America/New_York");
  expect(parseHeadingZone("Delivered (UTC)")).toBe(0);
  expect(parseHeadingZone("Loaded (time)")).toBeNull();
  expect(parseHeadingZone("Gross (lb)")).toBeNull();
  expect(parseZone("America/Detroit")).toBe("America/Detroit");
  expect(parseZone("Mars/Base")).toBeNull();
});
