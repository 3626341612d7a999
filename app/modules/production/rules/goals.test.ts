import { expect, it } from "vitest";
import {
  computeGoalProgress,
  countDaysLeft,
  filterGoalSums,
  type Goal,
  type GoalSum,
  getGoalPeriod,
  isBehindGoal,
  parseGoalAmount,
} from "./goals";

const GOAL: Goal = {
  job_id: 1,
  company_location_id: null,
  product_type_id: null,
  hauler_company_id: null,
  grain: "week",
  unit: null,
  amount: 60,
};
const sum = (more: Partial<GoalSum> = {}): GoalSum => ({
  job_id: 1,
  company_location_id: 9,
  job_destination_id: 4,
  product_type_id: 5,
  hauler_company_id: 3,
  unit: 2,
  loads: 10,
  volume: 270_000,
  estimated: 27_000,
  ...more,
});
const WEEK = { start: "2026-11-16", end: "2026-11-22" };

it("counts only deliveries that match the goal", () => {
  const sums = [
    sum(),
    sum({ job_id: 2 }),
    sum({ product_type_id: 1, unit: 1 }),
    sum({ hauler_company_id: null }),
  ];
  const loads = (more: Partial<Goal>) =>
    filterGoalSums({ ...GOAL, ...more }, sums).map((s) => sums.indexOf(s));
  expect(loads({})).toEqual([0, 2, 3]);
  expect(loads({ job_id: null, company_location_id: 9 })).toEqual([0, 1, 2, 3]);
  expect(loads({ job_id: null, company_location_id: 8 })).toEqual([]);
  expect(loads({ product_type_id: 5 })).toEqual([0, 3]);
  expect(loads({ hauler_company_id: 3 })).toEqual([0, 2]);
  expect(loads({ unit: 2 })).toEqual([0, 3]);
});

it("parses whole loads or a volume", () => {
  expect(
    ["60", "1,200", "60.5", "0", "-1", "1,000,001", "many"].map((t) => parseGoalAmount(t, false)),
  ).toEqual([60, 1_200, ...[null, null, null, null, null]]);
  expect(["1,200.5", 60, "0.001", "0"].map((t) => parseGoalAmount(t, true))).toEqual([
    1_200_500,
    60_000,
    1,
    null,
  ]);
});

it("returns the remaining amount and the amount per remaining workday", () => {
  expect(computeGoalProgress(GOAL, [sum({ loads: 41 })], WEEK, "2026-11-18")).toEqual({
    delivered: 41,
    estimated: 0,
    left: 19,
    days_left: 3,
    a_day: 7,
  });
  expect(
    computeGoalProgress(
      { ...GOAL, unit: 2, amount: 1_000_000 },
      [sum(), sum({ unit: 3 })],
      WEEK,
      "2026-11-20",
    ),
  ).toEqual({
    delivered: 270_000,
    estimated: 27_000,
    left: 730_000,
    days_left: 1,
    a_day: 730_000,
  });
  expect(computeGoalProgress(GOAL, [sum({ loads: 61 })], WEEK, "2026-11-18")).toMatchObject({
    left: 0,
    a_day: 0,
  });
});

it("counts no days left in a past period, the days of a weekend, and all workdays of a future period", () => {
  expect([
    countDaysLeft(WEEK, "2026-11-23"),
    countDaysLeft(WEEK, "2026-11-21"),
    countDaysLeft(WEEK, "2026-11-01"),
  ]).toEqual([0, 2, 5]);
  expect(getGoalPeriod("month", "2026-02-11")).toEqual({ start: "2026-02-01", end: "2026-02-28" });
  expect(getGoalPeriod("week", "2026-11-22")).toEqual(WEEK);
});

it("a goal is behind if less was delivered than an even pace over past workdays would have brought", () => {
  const on = (today: string, delivered: number) => isBehindGoal(60, delivered, WEEK, today);
  // On Monday no workday is over, so nothing is due. On Wednesday two fifths are due, because today isn't counted.
  expect(on("2026-11-16", 0)).toBe(false);
  expect([on("2026-11-18", 24), on("2026-11-18", 23)]).toEqual([false, true]);
  // The weekend adds nothing to the amount due, and after it the whole goal was due.
  expect([on("2026-11-22", 60), on("2026-11-22", 59)]).toEqual([false, true]);
  expect(on("2026-12-24", 59)).toBe(true);
});
