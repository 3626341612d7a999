import type { Box } from "~/lib/geo/geo";

/** Line of alternating longitudes and latitudes, with its bounding box: west, south, east, north. */
export type BasemapLine = { at: Float32Array; box: readonly [number, number, number, number] };
export type BasemapData = {
  states: { id: number; lines: BasemapLine[] }[];
  neighbors: BasemapLine[];
  lakes: BasemapLine[];
  rivers: BasemapLine[];
};

let read: Promise<BasemapData> | undefined;

/** Read the map data that ships with the program: outlines of states and neighbors, large lakes, rivers (docs/maps.md). */
export function readBasemap(): Promise<BasemapData> {
  read ??= import("./land.json").then(({ default: packed }) => ({
    states: packed.states.map(({ id, lines }) => ({ id, lines: lines.map(lineOf) })),
    neighbors: packed.neighbors.map(lineOf),
    lakes: packed.lakes.map(lineOf),
    rivers: packed.rivers.map(lineOf),
  }));
  return read;
}

let countiesRead: Promise<BasemapLine[]> | undefined;

/** Read the borders between counties of one state, each once, in low detail (`scripts/ground-counties.ts`). */
export function readCountyBorders(): Promise<BasemapLine[]> {
  countiesRead ??= import("./counties.json").then(({ default: { lines } }) => lines.split(";").map(lineOf));
  return countiesRead;
}

/** Convert a line to pairs of longitude and latitude, rounded to hundredths of a degree. */
export function toDegrees({ at }: BasemapLine): [longitude: number, latitude: number][] {
  const all: [number, number][] = [];
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
  for (let i = 0; i + 1 < at.length; i += 2) all.push([rounded(at[i] ?? 0), rounded(at[i + 1] ?? 0)]);
  return all;
}

/**
 * Unpack a line packed by `scripts/ground.ts`: hundredths of a degree, each point as the difference from the previous
 * point.
 */
function lineOf(packed: string): BasemapLine {
  const steps = packed.split(" ").map(Number);
  const target = new Float32Array(steps.length);
  const box: [number, number, number, number] = [180, 90, -180, -90];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    [target[i], target[i + 1]] = [x / 100, y / 100];
    box[0] = Math.min(box[0], x / 100);
    box[1] = Math.min(box[1], y / 100);
    box[2] = Math.max(box[2], x / 100);
    box[3] = Math.max(box[3], y / 100);
  }
  return { at: target, box };
}

/** True if a line may intersect a box. */
export const intersectsBox = ({ box: [west, south, east, north] }: BasemapLine, box: Box): boolean =>
  south <= box.max_latitude &&
  north >= box.min_latitude &&
  (box.min_longitude <= box.max_longitude
    ? west <= box.max_longitude && east >= box.min_longitude
    : east >= box.min_longitude || west <= box.max_longitude);
