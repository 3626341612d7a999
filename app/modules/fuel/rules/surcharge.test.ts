import { expect, test } from "vitest";
import { formatFuelRule } from "./rule-words";
import { computeSurcharge, type FuelRule, formatPercent, getFuelWeek } from "./surcharge";

const common = { id: 1, base_mills: 2_500, from_weekday: 2 };
const percent: FuelRule = { ...common, method: "percent", step_mills: 60, step_points: 100 };
const mile: FuelRule = { ...common, method: "mile", mpg_tenths: 50 };
const unit: FuelRule = { ...common, method: "unit", gallon_thousandths: 350, wood_unit_type_id: 2 };

test("each surcharge method computes its amount, rounded once, half to even", () => {
  // 40 miles at 5.0 miles a gallon, $1.50 above the base.
  expect(computeSurcharge(mile, 4_000, 40_000)).toEqual({ rate: 3_000, cents: 1_200 });
  // $1.50 is 25 steps of six cents: 25% of $256.99.
  expect(computeSurcharge(percent, 4_000, 256_990)).toEqual({ rate: 250_000, cents: 6_425 });
  // 27.412 tons at 0.35 gallons per ton and $1.50 more per gallon.
  expect(computeSurcharge(unit, 4_000, 27_412)).toEqual({ rate: 5_250, cents: 1_439 });
  // Half a cent rounds to the even neighbor: 50% of one cent, and of three cents.
  const half: FuelRule = { ...percent, step_mills: 1_500, step_points: 5_000 };
  expect([10, 30].map((dollars) => computeSurcharge(half, 4_000, dollars).cents)).toEqual([0, 2]);
});

test("pays no surcharge at or below the base price, and counts only whole steps", () => {
  for (const rule of [percent, mile, unit])
    for (const price of [1_900, 2_500]) expect(computeSurcharge(rule, price, 40_000).cents).toBe(0);
  expect(computeSurcharge(percent, 2_559, 256_990).cents).toBe(0);
  expect(computeSurcharge(percent, 2_560, 256_990).cents).toBe(257);
});

test("a week's price applies from its weekday until the next week's applies", () => {
  const days = ["2026-11-02", "2026-11-03", "2026-11-08", "2026-11-09", "2026-11-10"];
  expect(days.map((day) => getFuelWeek(day, 2))).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-02",
    "2026-11-02",
    "2026-11-09",
  ]);
  expect(days.map((day) => getFuelWeek(day, 1))).toEqual([
    "2026-11-02",
    "2026-11-02",
    "2026-11-02",
    "2026-11-09",
    "2026-11-09",
  ]);
  expect(getFuelWeek("2026-11-08", 7)).toBe("2026-11-02");
  expect(getFuelWeek("2026-11-07", 7)).toBe("2026-10-26");
});

test("formats a rule as text", () => {
  const stored = {
    ...common,
    region: "R20",
    step_mills: null,
    step_points: null,
    mpg_tenths: null,
    gallon_thousandths: null,
    wood_unit_type_id: null,
  };
  expect(formatFuelRule({ ...stored, ...percent })).toBe(
    "1% of the haul for each 6 cents over $2.500 a gallon in the Midwest region",
  );
  expect(formatFuelRule({ ...stored, ...mile })).toBe(
    "for each mile, at 5 miles a gallon, what diesel costs over $2.500 a gallon in the Midwest region",
  );
  expect(formatFuelRule({ ...stored, ...unit })).toBe(
    "for each ton, at 0.35 gallons, what diesel costs over $2.500 a gallon in the Midwest region",
  );
  expect([formatPercent(65_000), formatPercent(250_000)]).toEqual(["6.5%", "25%"]);
});
