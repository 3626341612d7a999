import { expect, test } from "vitest";
import { getRatesInForce } from "./in-force";
import { getDayBefore, getLastRateDay } from "./rate-days";

const START = { id: 1, effective_on: "0001-01-01", ended_on: null };
const NOVEMBER = { id: 2, effective_on: "2026-11-03", ended_on: null };
const NEVER = { id: 3, effective_on: "2026-11-10", ended_on: "2026-11-09" };
const inForceOn = (rates: (typeof START | typeof NEVER)[], day: string) =>
  getRatesInForce(rates, day, () => "")[0]?.id ?? null;

test("pays the latest rate that began by the day, and the previous rate before that", () => {
  const rates = [NEVER, NOVEMBER, START];
  expect(["2026-11-02", "2026-11-03", "2026-11-10"].map((d) => inForceOn(rates, d))).toEqual([1, 2, 2]);
  expect([getLastRateDay(rates, START), getLastRateDay(rates, NOVEMBER)]).toEqual(["2026-11-02", null]);
  expect(inForceOn([NOVEMBER], "2026-11-02")).toBeNull();
});

test("pays an ended rate through its last day and doesn't restore the previous rate", () => {
  const ended = { ...NOVEMBER, ended_on: "2026-11-20" };
  expect(["2026-11-20", "2026-11-21"].map((d) => inForceOn([START, ended], d))).toEqual([2, null]);
  expect(getLastRateDay([START, ended], ended)).toBe("2026-11-20");
  const first = { ...START, ended_on: "2026-12-31" };
  expect(getLastRateDay([first, ended], first)).toBe("2026-11-02");
});

test("the day before the first of a month is the last day of the previous month", () => {
  expect(["2024-03-01", "2026-01-01"].map(getDayBefore)).toEqual(["2024-02-29", "2025-12-31"]);
});
