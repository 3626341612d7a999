import type { Box } from "~/domain/geo/geo";

/** A line of longitudes and latitudes in turn, with its box: west, south, east, north. */
export type GroundLine = { at: Float32Array; box: readonly [number, number, number, number] };
export type Land = {
  states: { id: number; lines: GroundLine[] }[];
  neighbors: GroundLine[];
  lakes: GroundLine[];
  rivers: GroundLine[];
};

let read: Promise<Land> | undefined;

/** The ground that ships with the program: outlines of states and neighbors, large lakes, rivers (docs/maps.md). */
export function land(): Promise<Land> {
  read ??= import("./land.json").then(({ default: packed }) => ({
    states: packed.states.map(({ id, lines }) => ({ id, lines: lines.map(lineOf) })),
    neighbors: packed.neighbors.map(lineOf),
    lakes: packed.lakes.map(lineOf),
    rivers: packed.rivers.map(lineOf),
  }));
  return read;
}

let countiesRead: Promise<GroundLine[]> | undefined;

/** The borders between the counties of a state, each once, as they look from afar (`scripts/ground-counties.ts`). */
export function countyBorders(): Promise<GroundLine[]> {
  countiesRead ??= import("./counties.json").then(({ default: { lines } }) => lines.split(";").map(lineOf));
  return countiesRead;
}

/** A line as pairs of longitude and latitude, in hundredths of a degree. */
export function degreesOf({ at }: GroundLine): [longitude: number, latitude: number][] {
  const all: [number, number][] = [];
  const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
  for (let i = 0; i + 1 < at.length; i += 2) all.push([rounded(at[i] ?? 0), rounded(at[i + 1] ?? 0)]);
  return all;
}

/** Reads a line as `scripts/ground.ts` packs it: hundredths of a degree, each place as the step from the last. */
function lineOf(packed: string): GroundLine {
  const steps = packed.split(" ").map(Number);
  const at = new Float32Array(steps.length);
  const box: [number, number, number, number] = [180, 90, -180, -90];
  let [x, y] = [0, 0];
  for (let i = 0; i + 1 < steps.length; i += 2) {
    x += steps[i] ?? 0;
    y += steps[i + 1] ?? 0;
    [at[i], at[i + 1]] = [x / 100, y / 100];
    box[0] = Math.min(box[0], x / 100);
    box[1] = Math.min(box[1], y / 100);
    box[2] = Math.max(box[2], x / 100);
    box[3] = Math.max(box[3], y / 100);
  }
  return { at, box };
}

/** Whether a line may have something in a box. */
export const touches = ({ box: [west, south, east, north] }: GroundLine, box: Box): boolean =>
  south <= box.max_latitude &&
  north >= box.min_latitude &&
  (box.min_longitude <= box.max_longitude
    ? west <= box.max_longitude && east >= box.min_longitude
    : east >= box.min_longitude || west <= box.max_longitude);
