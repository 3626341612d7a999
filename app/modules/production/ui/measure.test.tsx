import { expect, it } from "vitest";
import { MEASURES, parseProductionQuery } from "../rules/query";
import { describeMeasure } from "./measure";

const sums = {
  loads: 7,
  estimated: 0,
  volumes: [
    { unit: 1, loads: 2, volume: 10_500, estimated: 0 },
    { unit: 2, loads: 3, volume: 82_345, estimated: 0 },
    { unit: 3, loads: 2, volume: 20_000, estimated: 0 },
  ],
};

it("draws loads, one unit, or all units as tons, and marks the last as approximate", () => {
  expect(Object.fromEntries(MEASURES.map((item) => [item, describeMeasure(item).of(sums)]))).toEqual({
    loads: 7,
    mbf: 10_500,
    ton: 82_345,
    cord: 20_000,
    // 10.5 MBF convert to 50.4 tons, and 20 cords to 48 tons.
    about: 50_400 + 82_345 + 48_000,
  });
  expect(MEASURES.filter((item) => describeMeasure(item).note)).toEqual(["about"]);
  expect(describeMeasure("ton").format(82_345)).toBe("82.345");
});

it("uses the measure in the URL, or loads if it is invalid", () => {
  const asked = (query: string) => parseProductionQuery(`http://localhost/production?${query}`).measure;
  expect([asked("measure=about"), asked("measure=2"), asked("")]).toEqual(["about", "loads", "loads"]);
});
