import { expect, it } from "vitest";
import { computeSpread, computeTurnTimes, type TurnTime } from "./turns";

const load = (hour: number, more: Partial<TurnTime> = {}): TurnTime => ({
  key: 1,
  at: hour * 3600,
  day: Math.floor(hour / 24),
  driver: "7 3",
  landing: 20,
  haul: 60,
  mill: 15,
  ...more,
});

it("a cycle goes from one drop-off of a driver's day to the next, and the first load of a day ends none", () => {
  const hours = [7, 9, 11, 13, 15, 17, 31, 33];
  const [row] = computeTurnTimes(hours.map((hour) => load(hour)));
  expect(row).toMatchObject({ loads: 8, left_out: 2, cycle: { n: 6, median: 120, ninety: 120 } });
});

it("drivers, and breaks of more than half a day, make no cycle with each other; a cycle belongs to where it ends", () => {
  const turns = [
    load(1),
    load(2, { driver: "7 4" }),
    load(3, { key: 2 }),
    load(16),
    load(20, { driver: null }),
  ];
  const rows = computeTurnTimes(turns);
  expect(rows.map((r) => [r.key, r.cycle.n, r.left_out])).toEqual([
    [1, 0, 3],
    [2, 1, 0],
  ]);
});

it("says what is usual of five and more, and leaves out what is missing or turned round", () => {
  expect(computeSpread([10, 20, 30, 40, null, -5])).toEqual({ n: 4, median: null, ninety: null });
  expect(computeSpread([50, 10, 20, 30, 40])).toEqual({ n: 5, median: 30, ninety: 50 });
});
