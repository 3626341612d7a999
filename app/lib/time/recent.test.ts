import { expect, test } from "vitest";
import { isRecent } from "./recent";

const now = new Date("2026-11-28T12:00:00.000Z");
const HOUR = 3_600_000;

test.each([
  ["59 minutes ago", -59, true],
  ["an hour ago", -60, false],
  ["a day ago", -1_440, false],
  ["by a server that is a minute ahead", 1, true],
  ["by a clock that was a day ahead", 1_440, false],
])("a wait of an hour that began %s", (_, minutes, isOn) => {
  const moment = new Date(now.getTime() + minutes * 60_000);
  expect(isRecent(moment, now, HOUR)).toBe(isOn);
  expect(isRecent(moment.toISOString(), now, HOUR)).toBe(isOn);
  expect(isRecent(moment.getTime(), now, HOUR)).toBe(isOn);
});
