import type { Read } from "#db/client.server";
import { usState } from "#db/schema";
import { type BasemapLine, intersectsBox, readBasemap } from "~/lib/basemap/land.server";
import { readTownsInBox } from "~/lib/basemap/towns.server";
import type { Box } from "~/lib/geo/geo";
import { getViewBox, getViewSize, toPixel, type View } from "~/lib/geo/view";
import type { BasemapDrawing, Label, Pixel } from "../rules/scene";

/** Minimum zoom at which counties, and states as groups of counties, are drawn. */
export const MIN_COUNTY_ZOOM = 6;
/**
 * Maximum zoom at which the shipped lakes and rivers are drawn. Their shapes are a mile or two off and would mislead at
 * a closer zoom.
 */
const WATER_ZOOM = 9;
const TOWN_SIZES: Record<number, number> = { 5: 4, 6: 4, 7: 3, 8: 2, 9: 1 };
const EDGE = 8;

/** Draw the background of every map: neighbors, states, large lakes and rivers, and the names of states and towns. */
export async function drawBasemap(
  read: Read,
  view: View,
  taken: readonly Label[] = [],
): Promise<BasemapDrawing> {
  const box = getViewBox(view);
  const isFar = view.zoom < MIN_COUNTY_ZOOM;
  const [{ states, neighbors, lakes, rivers }, names, towns] = await Promise.all([
    readBasemap(),
    view.zoom < 7 ? read.select().from(usState) : [],
    townLabels(view, box),
  ]);
  const filled = (lines: readonly BasemapLine[]) => pathOf(lines, view, box, true);
  const allNames = names.flatMap((state) => {
    const stateCenter = getStateLabelPosition(state);
    const text = view.zoom < 6 ? state.stusps : state.name;
    return labelAt(text, toPixel(stateCenter, view), view);
  });
  const stateNames = pickNonOverlappingLabels(allNames, taken, 60);
  return {
    neighbors: filled(neighbors),
    lakes: filled(lakes),
    rivers: view.zoom > WATER_ZOOM ? "" : pathOf(rivers, view, box, false),
    isWaterAbove: view.zoom <= WATER_ZOOM,
    states: isFar ? filled(states.flatMap(({ lines }) => lines)) : "",
    stateNames,
    towns: pickNonOverlappingLabels(towns, [...taken, ...stateNames], view.zoom < 8 ? 16 : 24),
  };
}

/** Return the position at which a state's name is placed. */
export function getStateLabelPosition(state: Box) {
  const { min_longitude: west, max_longitude: east, min_latitude: south, max_latitude: north } = state;
  // Alaska's islands cross the antimeridian, so its name is placed on its mainland.
  if (west > east) return { latitude: 64.5, longitude: -152.5 };
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

async function townLabels(view: View, box: Box): Promise<Label[]> {
  if (view.zoom < 5 || box.min_longitude > box.max_longitude) return [];
  const towns = await readTownsInBox(box, TOWN_SIZES[view.zoom] ?? 0);
  return towns.slice(0, 200).flatMap((town) => labelAt(town.name, toPixel(town, view), view));
}

function labelAt(text: string, [x, y]: readonly [number, number], view: View): Label[] {
  const { width, height } = getViewSize(view);
  const half = text.length * 3;
  const isInside = x > half && x < width - half && y > 12 && y < height - 16;
  return isInside ? [{ text, x: Math.round(x), y: Math.round(y) }] : [];
}

/** Pick labels that don't overlap; a label that would cover an earlier label is left out. */
export function pickNonOverlappingLabels(
  labels: readonly Label[],
  taken: readonly Label[],
  most: number,
): Label[] {
  const stored: Label[] = [];
  for (const label of labels) {
    if (stored.length === most) break;
    const covers = (other: Label) =>
      Math.abs(other.x - label.x) < (other.text.length + label.text.length) * 3 + 8 &&
      Math.abs(other.y - label.y) < 22;
    if (![...taken, ...stored].some(covers)) stored.push(label);
  }
  return stored;
}

/** Draw lines as one SVG path, clipped at the edge of the picture. `isRing` is true for outlines to fill. */
function pathOf(lines: readonly BasemapLine[], view: View, box: Box, isRing: boolean): string {
  let text = "";
  for (const line of lines) {
    if (!intersectsBox(line, box)) continue;
    const pixels: Pixel[] = [];
    for (let i = 0; i + 1 < line.at.length; i += 2)
      pixels.push(toPixel({ longitude: line.at[i] ?? 0, latitude: line.at[i + 1] ?? 0 }, view));
    text += drawPixelPath(isRing ? clipRing(pixels, view) : pixels, isRing, view.zoom < 5 ? 4 : 2);
  }
  return text;
}

/** Draw pixels as an SVG path, leaving out pixels that coincide with the pixel before. */
export function drawPixelPath(pixels: readonly Pixel[], isRing: boolean, least: number): string {
  let text = "";
  let last: Pixel | null = null;
  let count = 0;
  for (const [px, py] of pixels) {
    const target: Pixel = [Math.round(px), Math.round(py)];
    if (last && Math.hypot(target[0] - last[0], target[1] - last[1]) < least) continue;
    text += `${last ? "L" : "M"}${target[0]},${target[1]}`;
    last = target;
    count++;
  }
  return count < (isRing ? 3 : 2) ? "" : isRing ? `${text}Z` : text;
}

/** Clip an outline at the four sides of the picture (Sutherland-Hodgman). */
export function clipRing(ring: readonly Pixel[], view: View): Pixel[] {
  const { width, height } = getViewSize(view);
  const sides: [axis: 0 | 1, at: number, keeps: 1 | -1][] = [
    [0, -EDGE, 1],
    [0, width + EDGE, -1],
    [1, -EDGE, 1],
    [1, height + EDGE, -1],
  ];
  let stored: Pixel[] = [...ring];
  for (const [axis, at, keeps] of sides) {
    const before = stored;
    stored = [];
    before.forEach((to, i) => {
      const from = before[(i || before.length) - 1] ?? to;
      const [wasIn, isIn] = [from, to].map((p) => (p[axis] - at) * keeps >= 0);
      if (wasIn !== isIn) {
        const share = (at - from[axis]) / (to[axis] - from[axis]);
        stored.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
      }
      if (isIn) stored.push(to);
    });
  }
  return stored;
}
