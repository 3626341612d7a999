import { type Box, boxOf, isPoint, type Point } from "./geo";

export type Size = { width: number; height: number };

/**
 * What a map shows: where its middle is and how near one looks, in the Mercator projection with tiles of 512 pixels, as
 * the specs' zoom levels count. The picture has a fixed size, so that a click's pixel is a place.
 */
export type View = Point & { zoom: number; size?: Size };

/** A map's picture; a phone shows its middle, of the size below, at the same scale. */
export const MAP_SIZE: Size = { width: 640, height: 480 };
const PHONE_WIDTH = 328;
/** A thumbnail's picture. */
export const SQUARE: Size = { width: 320, height: 320 };
export const sizeOf = (view: View): Size => view.size ?? MAP_SIZE;

/** Where a map looks that has nothing to show: the middle of the country (spec 2, section 9). */
export const START: View = { latitude: 39.8283, longitude: -98.5795, zoom: 5 };
export const NEAREST = 15;
const FARTHEST = 2;
/** From here on a pixel is a few metres, and a click needs no nearer look. */
export const NEAR_ENOUGH = 14;
/** From afar a click only brings the map nearer: a pixel of a whole state is a mile wide. */
export const PIN_ZOOM = 12;

const worldPixels = (zoom: number) => 512 * 2 ** zoom;
const sinOf = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
const clamped = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

function worldOf({ latitude, longitude }: Point, zoom: number): [number, number] {
  const sin = sinOf(clamped(latitude, -85, 85));
  return [
    ((longitude + 180) / 360) * worldPixels(zoom),
    (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * worldPixels(zoom),
  ];
}

/** Where a place is on the image, in pixels from its upper left corner; it may be outside. */
export function pixelOf(point: Point, view: View): [number, number] {
  const [x, y] = worldOf(point, view.zoom);
  const [cx, cy] = worldOf(view, view.zoom);
  const { width, height } = sizeOf(view);
  return [x - cx + width / 2, y - cy + height / 2];
}

/** The same on whole pixels. */
export const rounded = ([x, y]: readonly [number, number]): [number, number] => [
  Math.round(x),
  Math.round(y),
];

/** The place under a pixel, to a millionth of a degree. */
export function pointAt([x, y]: readonly [number, number], view: View): Point {
  const [cx, cy] = worldOf(view, view.zoom);
  const world = worldPixels(view.zoom);
  const { width, height } = sizeOf(view);
  const longitude = ((cx + x - width / 2) / world) * 360 - 180;
  const n = Math.PI - (2 * Math.PI * (cy + y - height / 2)) / world;
  return roundedPoint({
    latitude: (180 / Math.PI) * Math.atan(Math.sinh(n)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  });
}

const roundedPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e6) / 1e6,
  longitude: Math.round(longitude * 1e6) / 1e6,
});

/** The corners of what a view shows. */
export function boxOfView(view: View): Box {
  const upper = pointAt([0, 0], view);
  const { width, height } = sizeOf(view);
  const lower = pointAt([width, height], view);
  return {
    min_longitude: upper.longitude,
    max_longitude: lower.longitude,
    min_latitude: lower.latitude,
    max_latitude: upper.latitude,
  };
}

const between = (zoom: number) => clamped(zoom, FARTHEST, NEAREST);

/** After a click: the place in the middle and three levels nearer, until a pixel is a few metres. */
export const nearer = (view: View, at: Point): View => ({ ...at, zoom: between(view.zoom + 3) });
export const zoomedView = (view: View, by: number, at: Point | null = null): View => ({
  ...(at ?? view),
  zoom: between(view.zoom + by),
});

/** The view beside this one: the same nearness, moved by so much of the picture. */
export function movedView(view: View, east: number, south: number): View {
  const { width, height } = sizeOf(view);
  const at = pointAt([width * (0.5 + east), height * (0.5 + south)], view);
  return { ...view, ...at, latitude: clamped(at.latitude, -84, 84) };
}

/** The closest view that shows all of the places with a margin, on a phone too; null without places. */
export function viewOf(points: readonly Point[], most = 12, size?: Size): View | null {
  const box = boxOf(points);
  if (!box) return null;
  const east = box.max_longitude < box.min_longitude ? box.max_longitude + 360 : box.max_longitude;
  const middle = {
    latitude: (box.min_latitude + box.max_latitude) / 2,
    longitude: (((box.min_longitude + east) / 2 + 540) % 360) - 180,
  };
  const { width, height } = size ?? MAP_SIZE;
  const across = Math.min(width, PHONE_WIDTH) / 2 - 24;
  const isSeen = (p: Point, zoom: number) => {
    const [x, y] = pixelOf(p, { ...middle, zoom, size });
    return Math.abs(x - width / 2) < across && Math.abs(y - height / 2) < height / 2 - 24;
  };
  const sized = size ? { size } : {};
  for (let zoom = most; zoom > FARTHEST; zoom--)
    if (points.every((p) => isSeen(p, zoom))) return { ...roundedPoint(middle), zoom, ...sized };
  return { ...roundedPoint(middle), zoom: FARTHEST, ...sized };
}

/** A view in an address: latitude, longitude, zoom. */
export function viewText(view: View): string {
  const { latitude, longitude } = roundedPoint(view);
  return `${latitude},${longitude},${view.zoom}`;
}

export function parseView(text: string | null | undefined): View | null {
  const parts = (text ?? "").split(",");
  if (parts.length !== 3 || parts.some((part) => !/^-?\d{1,3}(\.\d{1,9})?$/.test(part))) return null;
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = parts.map(Number);
  if (!isPoint({ latitude, longitude }) || Math.abs(latitude) > 85 || !Number.isInteger(zoom)) return null;
  return { latitude, longitude, zoom: between(zoom) };
}

/** Parse one typed coordinate; null if it isn't one. */
export function parseDegrees(text: string | null | undefined, most: 90 | 180): number | null {
  if (!/^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(text ?? "")) return null;
  const value = Number(text);
  return Math.abs(value) <= most ? value : null;
}

function typedPoint(query: URLSearchParams): Point | null {
  const latitude = parseDegrees(query.get("latitude"), 90);
  const longitude = parseDegrees(query.get("longitude"), 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The name of the image that is clicked; it says what the image shows, so that the pixel is enough. */
export const pinName = (view: View) => `pin@${viewText(view)}`;

/**
 * The click that an address carries: the image posts its pixel as `pin@view.x` and `.y`. Enter on a keyboard posts 0,0,
 * which isn't a click.
 */
export function clickIn(query: URLSearchParams): { at: Point; view: View } | null {
  // The button that takes a place without a pointer says the place itself, and how near it was looked at.
  const spot = parseView(query.get("pin_at"));
  if (spot) return { at: roundedPoint(spot), view: spot };
  for (const [name, text] of query) {
    const found = /^pin@(.{5,40})\.x$/.exec(name);
    const view = parseView(found?.[1]);
    if (!view) continue;
    const [x, y] = [Number(text), Number(query.get(name.replace(/x$/, "y")) ?? Number.NaN)];
    const isPixel = (v: number, most: number) => Number.isInteger(v) && v >= 0 && v < most;
    if (isPixel(x, MAP_SIZE.width) && isPixel(y, MAP_SIZE.height) && x + y > 0)
      return { at: pointAt([x + 0.5, y + 0.5], view), view };
  }
  return null;
}

/** What a map form's address says: the pin, by a click from near or typed, and where to look next. */
export function mapState(query: URLSearchParams, start: View): { pin: Point | null; view: View } {
  const click = clickIn(query);
  if (click && click.view.zoom >= PIN_ZOOM) return { pin: click.at, view: nearer(click.view, click.at) };
  const pin = typedPoint(query);
  if (click) return { pin, view: nearer(click.view, click.at) };
  const asked = parseView(query.get("look"));
  return { pin, view: asked ?? (pin ? { ...pin, zoom: NEAR_ENOUGH - 1 } : start) };
}
