import type { Box, Point } from "~/lib/geo/geo";
import type { Range, Township } from "./plss";

/**
 * Approximate grid of townships, computed from a meridian's initial point, for areas where no surveyed grid has been
 * imported. Townships are six survey miles wide; range lines restart at each standard parallel, 24 miles apart, and run
 * true north from there (BLM manual, 1973). Real surveys differ by hundreds of meters, and bad ones by miles, so the
 * grid is only offered where it was checked against known lines.
 */
export type Grid = {
  meridian: string;
  origin: Point;
  /** Area in which the grid is known to be accurate. */
  within: Box;
};

const MICHIGAN = { latitude: 42.42444, longitude: -84.36472 };

/** Areas where the grid matches the county lines that are also township lines (checked by grid.test.ts). */
export const GRIDS: readonly Grid[] = [
  {
    // Lower Michigan, within 0.6 km.
    meridian: "19",
    origin: MICHIGAN,
    within: { min_latitude: 41.69, max_latitude: 45.8, min_longitude: -86.9, max_longitude: -82.4 },
  },
  {
    // The Upper Peninsula as far as the Wisconsin line, within 0.6 km.
    meridian: "19",
    origin: MICHIGAN,
    within: { min_latitude: 45.95, max_latitude: 46.95, min_longitude: -88.1, max_longitude: -84 },
  },
  {
    // Washington around the Willamette meridian, within 0.5 km.
    meridian: "33",
    origin: { latitude: 45.51972, longitude: -122.74278 },
    within: { min_latitude: 45.6, max_latitude: 48.99, min_longitude: -123.5, max_longitude: -121.9 },
  },
];

/** Township of the grid with its corners: northwest, northeast, southeast, southwest. */
export type GridTownship = { meridian: string; township: Township; range: Range; corners: Point[] };

const SIX_MILES = 6 * 5280 * (1200 / 3937);
const A = 6_378_137;
const E2 = 0.0066943800229;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const bend = (latitude: number) => 1 - E2 * Math.sin(radians(latitude)) ** 2;
/** Meters per degree of latitude, and of longitude, on the GRS 80 ellipsoid. */
const degreeNorth = (latitude: number) => ((A * (1 - E2)) / bend(latitude) ** 1.5) * (Math.PI / 180);
const degreeEast = (latitude: number) =>
  (A / Math.sqrt(bend(latitude))) * Math.cos(radians(latitude)) * (Math.PI / 180);

/**
 * Cache of computed township lines, keyed by the latitude of the base line, with at most `MAX_LINES` lines north and
 * south of each base line.
 */
const known = new Map<number, Map<number, number>>();
const MAX_LINES = 300;

/** Latitude of the nth township line north of the base line. */
function latitudeOf(origin: Point, line: number): number {
  const lines = known.get(origin.latitude) ?? new Map<number, number>();
  known.set(origin.latitude, lines);
  const before = lines.get(line);
  if (before !== undefined) return before;
  const latitude = computedLatitude(origin, line);
  if (Math.abs(line) <= MAX_LINES && known.size <= GRIDS.length) lines.set(line, latitude);
  return latitude;
}

function computedLatitude(origin: Point, line: number): number {
  let latitude = origin.latitude;
  for (let i = 0; i < 4; i++)
    latitude = origin.latitude + (line * SIX_MILES) / degreeNorth((origin.latitude + latitude) / 2);
  return latitude;
}

/** Degrees of longitude in six miles on the standard parallel below a township line. */
const sixMilesEast = (origin: Point, line: number) =>
  SIX_MILES / degreeEast(latitudeOf(origin, Math.floor(line / 4) * 4));

/**
 * Return the township `column` east of the meridian and `row` north of the base line, both counted from 0; negative
 * numbers are west and south.
 */
function squareAt({ meridian, origin }: Grid, column: number, row: number): GridTownship {
  const [south, north] = [latitudeOf(origin, row), latitudeOf(origin, row + 1)];
  const six = sixMilesEast(origin, row);
  const [west, east] = [origin.longitude + column * six, origin.longitude + (column + 1) * six];
  const at = (latitude: number, longitude: number) => ({ latitude, longitude });
  return {
    meridian,
    township: row >= 0 ? { number: row + 1, direction: "N" } : { number: -row, direction: "S" },
    range: column >= 0 ? { number: column + 1, direction: "E" } : { number: -column, direction: "W" },
    corners: [at(north, west), at(north, east), at(south, east), at(south, west)],
  };
}

const rowAt = (origin: Point, latitude: number) => {
  let row = Math.floor(((latitude - origin.latitude) * degreeNorth(latitude)) / SIX_MILES);
  // Correct the first estimate of the row, which may be one township line off.
  while (latitudeOf(origin, row) > latitude) row--;
  while (latitudeOf(origin, row + 1) <= latitude) row++;
  return row;
};
const columnAt = (origin: Point, longitude: number, row: number) =>
  Math.floor((longitude - origin.longitude) / sixMilesEast(origin, row));

const isInside = (p: Point, box: Box) =>
  p.latitude >= box.min_latitude &&
  p.latitude <= box.max_latitude &&
  p.longitude >= box.min_longitude &&
  p.longitude <= box.max_longitude;

const MAX_ROWS = 600;

/** Return the grid townships that a box touches; empty where no grid is accurate or there would be too many. */
export function listGridTownships(box: Box, grids: readonly Grid[] = GRIDS): GridTownship[] {
  const gridTownships: GridTownship[] = [];
  for (const grid of grids) {
    const south = Math.max(box.min_latitude, grid.within.min_latitude);
    const north = Math.min(box.max_latitude, grid.within.max_latitude);
    const west = Math.max(box.min_longitude, grid.within.min_longitude);
    const east = Math.min(box.max_longitude, grid.within.max_longitude);
    if (south > north || west > east) continue;
    const { origin } = grid;
    for (let row = rowAt(origin, south); row <= rowAt(origin, north); row++)
      for (let column = columnAt(origin, west, row); column <= columnAt(origin, east, row); column++) {
        gridTownships.push(squareAt(grid, column, row));
        if (gridTownships.length > MAX_ROWS) return [];
      }
  }
  return gridTownships;
}

/** Find a grid township by meridian, township and range; null where the grid isn't accurate. */
export function findGridTownship(meridian: string, township: Township, range: Range): GridTownship | null {
  const row = township.direction === "N" ? township.number - 1 : -township.number;
  const column = range.direction === "E" ? range.number - 1 : -range.number;
  for (const grid of GRIDS) {
    if (grid.meridian !== meridian) continue;
    const square = squareAt(grid, column, row);
    if (square.corners.some((corner) => isInside(corner, grid.within))) return square;
  }
  return null;
}

/** Find the grid township and section that contain a point; null where no grid is accurate. */
export function findGridSection(point: Point): { square: GridTownship; section: number } | null {
  const grid = GRIDS.find(({ within }) => isInside(point, within));
  if (!grid) return null;
  const row = rowAt(grid.origin, point.latitude);
  const square = squareAt(grid, columnAt(grid.origin, point.longitude, row), row);
  const [northWest, , southEast] = square.corners;
  if (!northWest || !southEast) return null;
  const share = (value: number, from: number, to: number) =>
    Math.min(5, Math.max(0, Math.floor(((value - from) / (to - from)) * 6)));
  const sixth = share(point.latitude, northWest.latitude, southEast.latitude);
  const along = share(point.longitude, northWest.longitude, southEast.longitude);
  return { square, section: sixth * 6 + (sixth % 2 === 0 ? 6 - along : along + 1) };
}
