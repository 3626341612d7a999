import { expect, test } from "vitest";
import { isWithinWait } from "./recent";

const now = new Date("2026-11-28T12:00:00.000Z");
const HOUR = 3_600_000;

test.each([
  ["59 minutes ago", -59, true],
  ["an hour ago", -60, false],
  ["a day ago", -1_440, false],
  ["by a server that is a minute ahead", 1, true],
  ["by a clock that was a day ahead", 1_440, false],
])("decides whether a one-hour wait that began %s is over", (_, minutes, isOn) => {
  const moment = new Date(now.getTime() + minutes * 60_000);
  expect(isWithinWait(moment, now, HOUR)).toBe(isOn);
  expect(isWithinWait(moment.toISOString(), now, HOUR)).toBe(isOn);
  expect(isWithinWait(moment.getTime(), now, HOUR)).toBe(isOn);
});
