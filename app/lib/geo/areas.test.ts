import { describe, expect, it, test } from "vitest";
import {
  computeKilometersOutside,
  computeRingAcres,
  computeRingArea,
  formatAcres,
  isInRing,
  isSelfIntersecting,
  simplifyRing,
  toPositions,
  toRing,
} from "./areas";
import type { Point } from "./geo";

const ring = (...pairs: [number, number][]): Point[] =>
  pairs.map(([latitude, longitude]) => ({ latitude, longitude }));
const square = ring([44, -85], [44, -84], [45, -84], [45, -85]);

describe("an area", () => {
  it("computes an area on the ellipsoid, to a hundredth of a percent", () => {
    // One degree by one degree from 44 to 45 north: 8,837.4 km² (111.122 by 79.530 km at the middle).
    expect(computeRingArea(square) / 1e6).toBeCloseTo(8837.4, -1);
    // The earth's surface between two meridians a degree apart is 1/360 of 510,065,622 km².
    const lune = ring([-90, 0], [-90, 1], [90, 1], [90, 0]);
    expect((computeRingArea(lune) * 360) / 1e6 / 510_065_622).toBeCloseTo(1, 5);
  });
  it("computes the same area whatever the direction or the start of the ring", () => {
    const area = computeRingArea(square);
    expect(computeRingArea([...square].reverse())).toBeCloseTo(area, 0);
    expect(computeRingArea([...square.slice(2), ...square.slice(0, 2)])).toBeCloseTo(area, 0);
  });
  it("computes 640 acres for a surveyed section", () => {
    const [n, e] = [1609.344 / 111_120, 1609.344 / (111_320 * Math.cos((44.66 * Math.PI) / 180) * 1.0017)];
    const section = ring([44.66, -84.7], [44.66 + n, -84.7], [44.66 + n, -84.7 + e], [44.66, -84.7 + e]);
    expect(computeRingAcres(section)).toBeGreaterThan(636);
    expect(computeRingAcres(section)).toBeLessThan(644);
  });
  test.each([
    [0.04, "0.04 acres"],
    [12.34, "12.3 acres"],
    [1240.4, "1,240 acres"],
  ])("formats %f acres as %s", (acres, text) => {
    expect(formatAcres(acres)).toBe(text);
  });
});

test.each([
  ["a square", square, false],
  ["a bow tie", ring([0, 0], [1, 1], [1, 0], [0, 1]), true],
  ["a side that runs back", ring([0, 0], [0, 2], [0, 1], [1, 1]), true],
  ["a line", ring([0, 0], [0, 1], [0, 2]), true],
  ["a corner on another side", ring([0, 0], [0, 2], [1, 2], [0, 1], [1, 0]), true],
  ["a place twice", ring([0, 0], [0, 1], [1, 1], [0, 0], [-1, -1], [-1, 0]), true],
  ["an arrow", ring([0, 0], [1, 2], [0, 1], [-1, 2]), false],
])("%s: isSelfIntersecting returns %s", (_, points, crosses) => {
  expect(isSelfIntersecting(points)).toBe(crosses);
});

it("finds a self-intersection among 1,000 points", () => {
  const many = Array.from({ length: 1000 }, (_, i): Point => {
    const angle = (i / 1000) * 2 * Math.PI;
    return { latitude: Math.sin(angle), longitude: Math.cos(angle) };
  });
  expect(isSelfIntersecting(many)).toBe(false);
  const [a, b] = [many[3], many[700]];
  if (a && b) [many[3], many[700]] = [b, a];
  expect(isSelfIntersecting(many)).toBe(true);
});

it("distinguishes inside from outside points, and returns the distance from an outside point", () => {
  const geom = { type: "MultiPolygon" as const, coordinates: [[toPositions(square)]] };
  expect(isInRing({ latitude: 44.5, longitude: -84.5 }, square)).toBe(true);
  expect(computeKilometersOutside({ latitude: 44.5, longitude: -84.5 }, geom)).toBe(0);
  expect(computeKilometersOutside({ latitude: 46, longitude: -84.5 }, geom)).toBeCloseTo(111.2, 0);
  expect(computeKilometersOutside({ latitude: 44.5, longitude: -83 }, geom)).toBeCloseTo(79.3, 0);
});

it("GeoJSON rings are closed and counter-clockwise; holes are clockwise", () => {
  for (const points of [square, [...square].reverse()]) {
    const positions = toPositions(points);
    expect(positions[0]).toEqual(positions.at(-1));
    expect(toRing(positions)).toHaveLength(4);
    const [[x0 = 0] = [], [x1 = 0, y1 = 0] = [], [, y2 = 0] = []] = positions;
    expect((x1 - x0) * (y2 - y1) || 1).toBeGreaterThan(0);
    expect(toPositions(points, true)).not.toEqual(positions);
  }
});

it("simplifying a ring keeps its corners", () => {
  const dense = square.flatMap((a, i): Point[] => {
    const b = square[(i + 1) % 4] ?? a;
    return Array.from({ length: 100 }, (_, n) => ({
      latitude: a.latitude + ((b.latitude - a.latitude) * n) / 100,
      longitude: a.longitude + ((b.longitude - a.longitude) * n) / 100,
    }));
  });
  expect(simplifyRing(dense, 1)).toEqual(square);
});
