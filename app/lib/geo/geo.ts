export type Point = { latitude: number; longitude: number };

const EARTH_RADIUS_MILES = 3958.7613;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Return the great-circle distance in statute miles. */
export function computeMilesBetween(a: Point, b: Point): number {
  const dLat = radians(b.latitude - a.latitude);
  const dLon = radians(b.longitude - a.longitude);
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Return the length of a route in statute miles. */
export const computeMilesAlong = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, to, i) => sum + computeMilesBetween(points[i] ?? to, to), 0);

/** Format miles: two decimals below one mile, else one. */
export const formatMiles = (miles: number): string => `${miles.toFixed(miles < 1 ? 2 : 1)} mi`;

/**
 * Estimate road miles where no directions service is configured: 1.3 times the great-circle distance, to a tenth
 * (docs/domain.md#mileage).
 */
export const estimateRoadMiles = (a: Point, b: Point): number =>
  Math.round(computeMilesBetween(a, b) * 13) / 10;

/** Check whether a latitude and longitude are valid degrees. */
export const isValidPoint = (p: Point): boolean =>
  Number.isFinite(p.latitude) &&
  Number.isFinite(p.longitude) &&
  Math.abs(p.latitude) <= 90 &&
  Math.abs(p.longitude) <= 180;

/** Bounding box in degrees. Its west edge is greater than its east edge if it crosses the antimeridian (Alaska). */
export type Box = {
  min_longitude: number;
  min_latitude: number;
  max_longitude: number;
  max_latitude: number;
};

/** Return the narrowest box around points; null if there are no points. */
export function getBoundingBox(points: readonly Point[]): Box | null {
  const east = [...new Set(points.map((p) => p.longitude))].sort((a, b) => a - b);
  const [first, last] = [east[0], east.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The box is the circle of longitude minus the widest gap between neighboring points.
  let [widest, min_longitude, max_longitude] = [first + 360 - last, first, last];
  for (let i = 1; i < east.length; i++) {
    const [west = 0, next = 0] = [east[i - 1], east[i]];
    if (next - west > widest) [widest, min_longitude, max_longitude] = [next - west, next, west];
  }
  const north = points.map((p) => p.latitude);
  const min_latitude = north.reduce((a, b) => Math.min(a, b));
  const max_latitude = north.reduce((a, b) => Math.max(a, b));
  return { min_longitude, max_longitude, min_latitude, max_latitude };
}

/** Return the center of a box, including one that crosses the antimeridian. */
export function getBoxCenter({ min_longitude, max_longitude, min_latitude, max_latitude }: Box): Point {
  const east = max_longitude < min_longitude ? max_longitude + 360 : max_longitude;
  return {
    latitude: (min_latitude + max_latitude) / 2,
    longitude: (((min_longitude + east) / 2 + 540) % 360) - 180,
  };
}

/** Check whether a point is inside a box or on its edges. */
export function isPointInBox(point: Point, box: Box): boolean {
  const { longitude: at, latitude } = point;
  if (latitude < box.min_latitude || latitude > box.max_latitude) return false;
  return box.min_longitude <= box.max_longitude
    ? at >= box.min_longitude && at <= box.max_longitude
    : at >= box.min_longitude || at <= box.max_longitude;
}
