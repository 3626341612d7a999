import { expect, test } from "vitest";
import {
  formatAtPlace,
  formatShortZone,
  formatZoneNote,
  isFuture,
  isRepeatedClockTime,
  parseTime,
} from "./place-time";

const PACIFIC = "America/Los_Angeles";
const EASTERN = "America/Detroit";
const now = new Date("2026-11-28T12:00:00Z");

test("reads a slip's time in the time zone of its place", () => {
  expect(parseTime("2026-11-19T01:15", PACIFIC)).toEqual({ iso: "2026-11-19T09:15:00.000Z", question: null });
  expect(parseTime("2026-11-19T01:15", EASTERN)).toEqual({ iso: "2026-11-19T06:15:00.000Z", question: null });
});

test("never interprets a UTC time as a local time", () => {
  expect(parseTime("2026-11-19T20:15:00Z", PACIFIC)).toEqual({
    iso: "2026-11-19T20:15:00.000Z",
    question: null,
  });
  expect(parseTime("2026-13-19T20:15:00Z", PACIFIC)).toHaveProperty("problem");
  expect(parseTime("soonZ", PACIFIC)).toHaveProperty("problem");
});

test("asks for confirmation of a time that occurs twice, and of one that the clocks skip", () => {
  expect(parseTime("2026-11-01T01:30", EASTERN)).toEqual({
    iso: "2026-11-01T05:30:00.000Z",
    question: "1:30 AM on Nov 1 came twice: the clocks were set back that night. We take EDT.",
  });
  expect(parseTime("2026-03-08T02:30", EASTERN)).toMatchObject({
    question: "There was no 2:30 AM on Mar 8: the clocks were set ahead that night.",
  });
  expect(parseTime("2026-11-01T03:30", EASTERN)).toMatchObject({ question: null });
});

test("includes the zone if the reader's clock differs, or if the hour occurs twice", () => {
  const iso = "2026-11-19T09:15:00.000Z";
  expect(formatAtPlace(iso, { place: PACIFIC, reader: EASTERN, now })).toBe("Thu, Nov 19, 1:15 AM PST");
  expect(formatAtPlace(iso, { place: PACIFIC, reader: PACIFIC, now })).toBe("Thu, Nov 19, 1:15 AM");
  expect(formatZoneNote(iso, "America/New_York", EASTERN)).toBe("");
  expect(formatZoneNote("2026-11-01T06:30:00Z", EASTERN, EASTERN)).toBe(" EST");
  expect(formatZoneNote("2026-11-01T05:30:00Z", EASTERN, EASTERN)).toBe(" EDT");
  expect(isRepeatedClockTime("2026-11-01T07:30:00Z", EASTERN)).toBe(false);
  expect(formatShortZone(iso, "UTC")).toBe("UTC");
});

test("counts a time slightly ahead as now", () => {
  expect(isFuture("2026-11-28T12:50:00Z", now)).toBe(false);
  expect(isFuture("2026-11-28T13:10:00Z", now)).toBe(true);
});
