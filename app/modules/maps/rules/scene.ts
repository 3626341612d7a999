import { computeMilesBetween, type Point } from "~/lib/geo/geo";
import { getViewSize, MAP_SIZE, toPixel, toPoint, type View } from "~/lib/geo/view";
import type { AerialPhotoSources } from "../data/photo.server";

export type Pixel = [number, number];

export type Label = { text: string; x: number; y: number };

/** Background of a map as SVG paths and names. */
export type BasemapDrawing = {
  neighbors: string;
  lakes: string;
  rivers: string;
  /**
   * True if lakes and rivers are drawn above the counties. At closer zooms they lie below, visible only where there is
   * no county.
   */
  isWaterAbove: boolean;
  states: string;
  stateNames: Label[];
  towns: Label[];
};

/**
 * Imported roads, waters and towns (`npx tsx db/scripts/import-ground.ts`), as SVG paths and names; empty if none are
 * imported.
 */
export type LocalMapDrawing = {
  waters: string;
  streams: string;
  major: string;
  minor: string;
  tracks: string;
  towns: Label[];
  names: Label[];
};

/**
 * A marked place, with its number in the list next to the map if it has one. `here` marks the current subject, and
 * `found` the search result.
 */
export type PlaceMark = Point & { name: string; number?: number; here?: boolean; found?: boolean };

/** Content of a map drawn by the server, in pixels of its picture. */
export type MapDrawing = {
  view: View;
  ground: BasemapDrawing;
  near: LocalMapDrawing;
  county: string;
  others: string;
  names: Label[];
  townships: { lines: string; labels: Label[]; isApproximate: boolean };
  sections: { lines: string; labels: Label[] };
  /** Clickable townships and sections, each with the view that it opens. */
  pieces: { name: string; d: string; look: string }[];
  areas: { d: string; isClosed: boolean; x: number; y: number }[];
  /** True if the areas are numbered as in the list next to the map. */
  areNumbered: boolean;
  corners: Pixel[];
  roads: string;
  marks: {
    name: string;
    number: number | null;
    here: boolean;
    isFound: boolean;
    at: Pixel;
    isNamed: boolean;
  }[];
  pin: Pixel | null;
  scale: { text: string; width: number };
  /** Sources of aerial pictures for the interactive map. */
  photo: AerialPhotoSources;
};

const round1 = (value: number) => Math.round(value * 10) / 10;
export const toViewPixel = (point: Point, view: View): Pixel => {
  const [x, y] = toPixel(point, view);
  return [round1(x), round1(y)];
};
export const isInView = ([x, y]: Pixel, margin = 0): boolean =>
  x >= margin && x <= MAP_SIZE.width - margin && y >= margin && y <= MAP_SIZE.height - margin;

// Clamp pixels far outside the picture, which aren't visible and have long numbers.
const near = (pixel: number) => Math.max(-4000, Math.min(4000, pixel));

/**
 * Draw a path along places, leaving out each place that coincides with the one before. Places far outside the picture
 * are clamped.
 */
export function drawSvgPath(points: readonly Point[], view: View, isClosed: boolean): string {
  let text = "";
  let last: Pixel | null = null;
  for (const point of points) {
    const [x, y] = toViewPixel(point, view);
    const target: Pixel = [near(x), near(y)];
    if (last && Math.hypot(target[0] - last[0], target[1] - last[1]) < 0.8) continue;
    text += `${last ? "L" : "M"}${target[0]},${target[1]}`;
    last = target;
  }
  return isClosed && text ? `${text}Z` : text;
}

const SCALES = [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1];

/** Return a scale bar for a round number of miles, at most 90 pixels wide. */
export function computeScaleBar(view: View): { text: string; width: number } {
  const { width, height } = getViewSize(view);
  const [x, y] = [width / 2, height / 2];
  const perPixel = computeMilesBetween(toPoint([x, y], view), toPoint([x + 100, y], view)) / 100;
  const miles = SCALES.find((m) => m / perPixel <= 90) ?? 0.1;
  return {
    text: miles === 0.5 ? "½ mi" : miles === 0.25 ? "¼ mi" : `${miles} mi`,
    width: round1(miles / perPixel),
  };
}
