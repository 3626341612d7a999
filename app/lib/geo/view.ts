import { type Box, getBoundingBox, isValidPoint, type Point } from "./geo";

export type Size = { width: number; height: number };

/**
 * View of a map: its center and zoom, in the Mercator projection with tiles of 512 pixels, as zoom levels are usually
 * counted. The image has a fixed size, so that a click's pixel determines a point.
 */
export type View = Point & { zoom: number; size?: Size };

/** Size of a map's image; a phone shows its middle, `PHONE_WIDTH` wide, at the same scale. */
export const MAP_SIZE: Size = { width: 640, height: 480 };
const PHONE_WIDTH = 328;
/** A thumbnail's picture. */
export const SQUARE_MAP_SIZE: Size = { width: 320, height: 320 };
export const getViewSize = (view: View): Size => view.size ?? MAP_SIZE;

/** Default view of an empty map, centered on the country (docs/domain.md#land-description). */
export const START_VIEW: View = { latitude: 39.8283, longitude: -98.5795, zoom: 5 };
export const MAX_ZOOM = 15;
const FARTHEST = 2;
/** Zoom from which a pixel is a few meters, so that a click is precise enough. */
export const PRECISE_PIN_ZOOM = 14;
/**
 * Minimum zoom at which a click sets a pin. Below it a click only zooms in: on a map of a whole state a pixel is a mile
 * wide.
 */
export const MIN_PIN_ZOOM = 12;

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

/** Return a point's position on the image, in pixels from the upper left corner; it may be outside the image. */
export function toPixel(point: Point, view: View): [number, number] {
  const [x, y] = worldOf(point, view.zoom);
  const [cx, cy] = worldOf(view, view.zoom);
  const { width, height } = getViewSize(view);
  return [x - cx + width / 2, y - cy + height / 2];
}

/** Round a pixel position to whole pixels. */
export const roundPixel = ([x, y]: readonly [number, number]): [number, number] => [
  Math.round(x),
  Math.round(y),
];

/** Return the point under a pixel, to a millionth of a degree. */
export function toPoint([x, y]: readonly [number, number], view: View): Point {
  const [cx, cy] = worldOf(view, view.zoom);
  const world = worldPixels(view.zoom);
  const { width, height } = getViewSize(view);
  const longitude = ((cx + x - width / 2) / world) * 360 - 180;
  const n = Math.PI - (2 * Math.PI * (cy + y - height / 2)) / world;
  return roundPoint({
    latitude: (180 / Math.PI) * Math.atan(Math.sinh(n)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  });
}

const roundPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: Math.round(latitude * 1e6) / 1e6,
  longitude: Math.round(longitude * 1e6) / 1e6,
});

/** Return the bounding box of a view. */
export function getViewBox(view: View): Box {
  const upper = toPoint([0, 0], view);
  const { width, height } = getViewSize(view);
  const lower = toPoint([width, height], view);
  return {
    min_longitude: upper.longitude,
    max_longitude: lower.longitude,
    min_latitude: lower.latitude,
    max_latitude: upper.latitude,
  };
}

const between = (zoom: number) => clamped(zoom, FARTHEST, MAX_ZOOM);

/** Return the view after a click: centered on the point and three levels closer, up to the maximum zoom. */
export const zoomIn = (view: View, point: Point): View => ({ ...point, zoom: between(view.zoom + 3) });
export const zoomView = (view: View, by: number, point: Point | null = null): View => ({
  ...(point ?? view),
  zoom: between(view.zoom + by),
});

/** Return the view moved by fractions of the image, at the same zoom. */
export function moveView(view: View, east: number, south: number): View {
  const { width, height } = getViewSize(view);
  const point = toPoint([width * (0.5 + east), height * (0.5 + south)], view);
  return { ...view, ...point, latitude: clamped(point.latitude, -84, 84) };
}

/** Return the closest view that shows all points with a margin, even on a phone; null if there are no points. */
export function fitView(points: readonly Point[], most = 12, size?: Size): View | null {
  const box = getBoundingBox(points);
  if (!box) return null;
  const east = box.max_longitude < box.min_longitude ? box.max_longitude + 360 : box.max_longitude;
  const middle = {
    latitude: (box.min_latitude + box.max_latitude) / 2,
    longitude: (((box.min_longitude + east) / 2 + 540) % 360) - 180,
  };
  const { width, height } = size ?? MAP_SIZE;
  const across = Math.min(width, PHONE_WIDTH) / 2 - 24;
  const isSeen = (p: Point, zoom: number) => {
    const [x, y] = toPixel(p, { ...middle, zoom, size });
    return Math.abs(x - width / 2) < across && Math.abs(y - height / 2) < height / 2 - 24;
  };
  const sized = size ? { size } : {};
  for (let zoom = most; zoom > FARTHEST; zoom--)
    if (points.every((p) => isSeen(p, zoom))) return { ...roundPoint(middle), zoom, ...sized };
  return { ...roundPoint(middle), zoom: FARTHEST, ...sized };
}

/** Format a view as "latitude,longitude,zoom" for an address. */
export function formatView(view: View): string {
  const { latitude, longitude } = roundPoint(view);
  return `${latitude},${longitude},${view.zoom}`;
}

export function parseView(text: string | null | undefined): View | null {
  const parts = (text ?? "").split(",");
  if (parts.length !== 3 || parts.some((part) => !/^-?\d{1,3}(\.\d{1,9})?$/.test(part))) return null;
  const [latitude = Number.NaN, longitude = Number.NaN, zoom = Number.NaN] = parts.map(Number);
  if (!isValidPoint({ latitude, longitude }) || Math.abs(latitude) > 85 || !Number.isInteger(zoom))
    return null;
  return { latitude, longitude, zoom: between(zoom) };
}

/** Parse one typed coordinate; null if it is invalid. */
export function parseDegrees(text: string | null | undefined, most: 90 | 180): number | null {
  if (!/^\s*-?\d{1,3}(\.\d{1,15})?\s*$/.test(text ?? "")) return null;
  const value = Number(text);
  return Math.abs(value) <= most ? value : null;
}

function readTypedPoint(query: URLSearchParams): Point | null {
  const latitude = parseDegrees(query.get("latitude"), 90);
  const longitude = parseDegrees(query.get("longitude"), 180);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Return the field name of the clickable image. It includes the view, so that the posted pixel determines a point. */
export const buildPinFieldName = (view: View) => `pin@${formatView(view)}`;

/**
 * Read a map click from a query: the image posts its pixel as `pin@view.x` and `.y`. Pressing Enter on the keyboard
 * posts 0,0, which isn't a click.
 */
export function readClick(query: URLSearchParams): { at: Point; view: View } | null {
  // The button for choosing a point without a pointer sends the point itself and the zoom.
  const spot = parseView(query.get("pin_at"));
  if (spot) return { at: roundPoint(spot), view: spot };
  for (const [name, text] of query) {
    const match = /^pin@(.{5,40})\.x$/.exec(name);
    const view = parseView(match?.[1]);
    if (!view) continue;
    const [x, y] = [Number(text), Number(query.get(name.replace(/x$/, "y")) ?? Number.NaN)];
    const isPixel = (v: number, most: number) => Number.isInteger(v) && v >= 0 && v < most;
    if (isPixel(x, MAP_SIZE.width) && isPixel(y, MAP_SIZE.height) && x + y > 0)
      return { at: toPoint([x + 0.5, y + 0.5], view), view };
  }
  return null;
}

/** Return the state in a map form's query: the pin, clicked at close zoom or typed, and the next view. */
export function readMapState(query: URLSearchParams, start: View): { pin: Point | null; view: View } {
  const click = readClick(query);
  if (click && click.view.zoom >= MIN_PIN_ZOOM) return { pin: click.at, view: zoomIn(click.view, click.at) };
  const pin = readTypedPoint(query);
  if (click) return { pin, view: zoomIn(click.view, click.at) };
  const view = parseView(query.get("look"));
  return { pin, view: view ?? (pin ? { ...pin, zoom: PRECISE_PIN_ZOOM - 1 } : start) };
}
