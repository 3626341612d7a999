import { expect, it } from "vitest";
import { computeDurationPercentiles, computeTurnTimes, type LoadDurations } from "./turns";

const load = (hour: number, more: Partial<LoadDurations> = {}): LoadDurations => ({
  key: 1,
  at: hour * 3600,
  day: Math.floor(hour / 24),
  driver: "7 3",
  landing: 20,
  haul: 60,
  mill: 15,
  ...more,
});

it("measures a cycle between a driver's consecutive drop-offs in a day; the day's first load has none", () => {
  const hours = [7, 9, 11, 13, 15, 17, 31, 33];
  const [row] = computeTurnTimes(hours.map((hour) => load(hour)));
  expect(row).toMatchObject({ loads: 8, left_out: 2, cycle: { n: 6, median: 120, ninety: 120 } });
});

it("no cycle spans two drivers or a break of over half a day; a cycle counts for the load that ends it", () => {
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

it("returns the median and 90th percentile for five or more loads, ignoring missing and negative durations", () => {
  expect(computeDurationPercentiles([10, 20, 30, 40, null, -5])).toEqual({
    n: 4,
    median: null,
    ninety: null,
  });
  expect(computeDurationPercentiles([50, 10, 20, 30, 40])).toEqual({ n: 5, median: 30, ninety: 50 });
});
