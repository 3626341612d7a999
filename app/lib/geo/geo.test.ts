import { describe, expect, it, test } from "vitest";
import {
  computeMilesBetween,
  estimateRoadMiles,
  getBoundingBox,
  getBoxCenter,
  isPointInBox,
  isValidPoint,
} from "./geo";

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const GRAYLING = at(44.6614, -84.7148);
const ESCANABA = at(45.7452, -87.0646);

describe("distances", () => {
  test.each([
    ["a degree of latitude", at(0, 0), at(1, 0), 69.09],
    ["a degree of longitude at 60° north is half of that", at(60, 0), at(60, 1), 34.55],
    ["across the antimeridian", at(0, 179.5), at(0, -179.5), 69.09],
    ["half round the earth", at(0, 0), at(0, 180), 12_436.8],
    ["nothing", GRAYLING, GRAYLING, 0],
  ])("computes a distance in miles: %s", (_, a, b, miles) => {
    expect(computeMilesBetween(a, b)).toBeCloseTo(miles, 1);
    expect(computeMilesBetween(b, a)).toBeCloseTo(miles, 1);
  });

  it("estimates road miles as 1.3 times the distance, to a tenth of a mile", () => {
    const miles = computeMilesBetween(GRAYLING, ESCANABA);
    const road = estimateRoadMiles(GRAYLING, ESCANABA);
    expect(miles).toBeGreaterThan(130);
    expect(Math.abs(road - miles * 1.3)).toBeLessThanOrEqual(0.05);
    expect(road * 10).toBeCloseTo(Math.round(road * 10), 9);
  });

  it("a distance is never shorter by way of a third place", () => {
    const direct = computeMilesBetween(GRAYLING, ESCANABA);
    for (let i = -80; i <= 80; i += 7) {
      const via = at(i, i * 2);
      expect(computeMilesBetween(GRAYLING, via) + computeMilesBetween(via, ESCANABA)).toBeGreaterThanOrEqual(
        direct - 1e-6,
      );
    }
  });
});

test.each([
  [44.6, -84.7, true],
  [90, 180, true],
  [90.1, 0, false],
  [0, -180.1, false],
  [Number.NaN, 0, false],
  [0, Number.POSITIVE_INFINITY, false],
])("%d, %d: isValidPoint returns %s", (latitude, longitude, expected) => {
  expect(isValidPoint({ latitude, longitude })).toBe(expected);
});

describe("bounding boxes", () => {
  it("a bounding box contains all its points, and each of its edges touches a point", () => {
    const points = [at(44, -85), at(45, -84), at(44.5, -86)];
    const box = getBoundingBox(points);
    expect(box).toEqual({ min_longitude: -86, max_longitude: -84, min_latitude: 44, max_latitude: 45 });
    if (!box) return;
    expect(points.every((p) => isPointInBox(p, box))).toBe(true);
    for (const outside of [at(45.1, -85), at(43.9, -85), at(44.5, -83.9), at(44.5, -86.1)])
      expect(isPointInBox(outside, box)).toBe(false);
  });

  it("a bounding box stays narrow where the Aleutian Islands cross the antimeridian", () => {
    const box = getBoundingBox([at(52, 173), at(55, -165), at(60, -150)]);
    expect(box).toEqual({ min_longitude: 173, max_longitude: -150, min_latitude: 52, max_latitude: 60 });
    if (!box) return;
    expect(isPointInBox(at(55, 179), box)).toBe(true);
    expect(isPointInBox(at(55, -170), box)).toBe(true);
    expect(isPointInBox(at(55, 0), box)).toBe(false);
  });

  it("the bounding box of one point is that point; no points give null", () => {
    expect(getBoundingBox([at(44, -85)])).toEqual({
      min_longitude: -85,
      max_longitude: -85,
      min_latitude: 44,
      max_latitude: 44,
    });
    expect(getBoundingBox([])).toBeNull();
  });

  it("computes the bounding box of 200,000 points", () => {
    const many = Array.from({ length: 200_000 }, (_, i) => at(44 + i / 1e6, -85 - i / 1e6));
    expect(getBoundingBox(many)?.max_latitude).toBeCloseTo(44.2, 5);
  });
});

test("the center of a box is inside it, even across the antimeridian", () => {
  const box = { min_latitude: 44, max_latitude: 46, min_longitude: -86, max_longitude: -84 };
  expect(getBoxCenter(box)).toEqual(at(45, -85));
  const alaska = { min_latitude: 51, max_latitude: 71, min_longitude: 172, max_longitude: -130 };
  expect(getBoxCenter(alaska)).toEqual(at(61, -159));
});
