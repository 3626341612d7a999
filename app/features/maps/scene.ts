import { milesBetween, type Point } from "~/domain/geo/geo";
import { MAP_PIXELS, pixelOf, pointAt, type View } from "~/domain/geo/view";

export type Pixel = [number, number];

/** What a server-drawn map shows, in pixels of a square of `MAP_PIXELS`. */
export type MapDrawing = {
  view: View;
  county: string;
  others: string;
  names: { text: string; x: number; y: number }[];
  townships: { lines: string; labels: { text: string; x: number; y: number }[]; isApproximate: boolean };
  sections: { lines: string; labels: { text: string; x: number; y: number }[] };
  areas: { d: string; isClosed: boolean; x: number; y: number }[];
  corners: Pixel[];
  roads: string;
  marks: { number: number; at: Pixel }[];
  pin: Pixel | null;
  scale: { text: string; width: number };
  /** For satellite pictures on the map that can be moved. */
  token: string | null;
};

const round1 = (value: number) => Math.round(value * 10) / 10;
export const pixel = (point: Point, view: View): Pixel => {
  const [x, y] = pixelOf(point, view);
  return [round1(x), round1(y)];
};
export const isInView = ([x, y]: Pixel, margin = 0): boolean =>
  x >= margin && x <= MAP_PIXELS - margin && y >= margin && y <= MAP_PIXELS - margin;

// A browser draws what is far outside for nothing, with numbers as long as lines.
const near = (pixel: number) => Math.max(-4000, Math.min(4000, pixel));

/** A path along places, leaving out those that lie on top of the one before; far outside is cut off. */
export function svgPathOf(points: readonly Point[], view: View, isClosed: boolean): string {
  let text = "";
  let last: Pixel | null = null;
  for (const point of points) {
    const [x, y] = pixel(point, view);
    const at: Pixel = [near(x), near(y)];
    if (last && Math.hypot(at[0] - last[0], at[1] - last[1]) < 0.8) continue;
    text += `${last ? "L" : "M"}${at[0]},${at[1]}`;
    last = at;
  }
  return isClosed && text ? `${text}Z` : text;
}

const SCALES = [500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.1];

/** A bar of a round number of miles, at most 90 pixels wide. */
export function scaleOf(view: View): { text: string; width: number } {
  const [y, west, east] = [MAP_PIXELS / 2, 0, MAP_PIXELS];
  const perPixel = milesBetween(pointAt([west, y], view), pointAt([east / 2, y], view)) / (MAP_PIXELS / 2);
  const miles = SCALES.find((m) => m / perPixel <= 90) ?? 0.1;
  return {
    text: miles === 0.5 ? "½ mi" : miles === 0.25 ? "¼ mi" : `${miles} mi`,
    width: round1(miles / perPixel),
  };
}
