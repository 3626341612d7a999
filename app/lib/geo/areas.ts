import type { MultiPolygon, Position } from "geojson";
import { getBoundingBox, type Point } from "./geo";

/** Ring of points, implicitly closed: its first point is not repeated. */
export type Ring = readonly Point[];

/** First eccentricity of the GRS80 ellipsoid, and its equatorial radius in metres. */
const E = 0.0818191910428;
const A = 6_378_137;
const SQUARE_METRES_PER_ACRE = 4046.8564224;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Return the height of a latitude in an equal-area projection of the ellipsoid (Snyder 1987, 3-12). */
function equalArea(latitude: number): number {
  const s = E * Math.sin(radians(latitude));
  return (1 - E * E) * (s / E / (1 - s * s) - Math.log((1 - s) / (1 + s)) / (2 * E));
}

/** Return the area inside a ring in square meters; positive regardless of the ring's direction. */
export function computeRingArea(ring: Ring): number {
  const first = ring[0];
  if (!first) return 0;
  // Compute relative to the first point, to avoid losing precision when large numbers cancel out.
  const q0 = equalArea(first.latitude);
  const positions = ring.map(
    (p) => [radians(p.longitude - first.longitude), equalArea(p.latitude) - q0] as const,
  );
  let twice = 0;
  for (let i = 0; i < positions.length; i++) {
    const [x1, y1] = positions[i] ?? [0, 0];
    const [x2, y2] = positions[(i + 1) % positions.length] ?? [0, 0];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice * A * A) / 4;
}

const pointOf = ([longitude = 0, latitude = 0]: Position): Point => ({ latitude, longitude });
const samePlace = (a: Point, b: Point) => a.latitude === b.latitude && a.longitude === b.longitude;

/** Convert a GeoJSON ring, which repeats its first point, to a ring that doesn't. */
export function toRing(positions: readonly Position[]): Point[] {
  const ring = positions.map(pointOf);
  const [first, last] = [ring[0], ring.at(-1)];
  return first && last && ring.length > 1 && samePlace(first, last) ? ring.slice(0, -1) : ring;
}

/** Return the outer ring of each polygon. */
export const getOuterRings = (geom: MultiPolygon): Point[][] =>
  geom.coordinates.flatMap(([outer]) => (outer ? [toRing(outer)] : []));

/** Return the total area of polygons in square meters, without their holes. */
const computeSquareMeters = (geom: MultiPolygon): number =>
  geom.coordinates.reduce(
    (sum, rings) =>
      sum + rings.reduce((area, ring, i) => area + computeRingArea(toRing(ring)) * (i === 0 ? 1 : -1), 0),
    0,
  );

export const computeAcres = (geom: MultiPolygon): number =>
  computeSquareMeters(geom) / SQUARE_METRES_PER_ACRE;
export const computeRingAcres = (ring: Ring): number => computeRingArea(ring) / SQUARE_METRES_PER_ACRE;

/** Format acres as "12.3 acres", "1,240 acres" or "0.04 acres". */
export function formatAcres(acres: number): string {
  const digits = acres >= 1000 ? 0 : acres >= 1 ? 1 : 2;
  const text = acres.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${text} acres`;
}

type Segment = { a: Point; b: Point; i: number; west: number; east: number };

const turn = (a: Point, b: Point, c: Point) =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) -
  (b.latitude - a.latitude) * (c.longitude - a.longitude);
const liesOn = (a: Point, b: Point, p: Point) =>
  turn(a, b, p) === 0 &&
  Math.min(a.longitude, b.longitude) <= p.longitude &&
  p.longitude <= Math.max(a.longitude, b.longitude) &&
  Math.min(a.latitude, b.latitude) <= p.latitude &&
  p.latitude <= Math.max(a.latitude, b.latitude);

function meet(s: Segment, t: Segment): boolean {
  const [d1, d2] = [turn(s.a, s.b, t.a), turn(s.a, s.b, t.b)];
  const [d3, d4] = [turn(t.a, t.b, s.a), turn(t.a, t.b, s.b)];
  if (((d1 > 0 && d2 < 0) || (d1 < 0 && d2 > 0)) && ((d3 > 0 && d4 < 0) || (d3 < 0 && d4 > 0))) return true;
  return liesOn(s.a, s.b, t.a) || liesOn(s.a, s.b, t.b) || liesOn(t.a, t.b, s.a) || liesOn(t.a, t.b, s.b);
}

/** Check whether a ring touches itself anywhere except where consecutive sides join. */
export function isSelfIntersecting(ring: Ring): boolean {
  const n = ring.length;
  const segments = ring
    .map((a, i): Segment => {
      const b = ring[(i + 1) % n] ?? a;
      return {
        a,
        b,
        i,
        west: Math.min(a.longitude, b.longitude),
        east: Math.max(a.longitude, b.longitude),
      };
    })
    .sort((s, t) => s.west - t.west);
  for (const [at, s] of segments.entries()) {
    for (let j = at + 1; j < segments.length; j++) {
      const t = segments[j];
      if (!t || t.west > s.east) break;
      const next = t.i === (s.i + 1) % n;
      if (next || s.i === (t.i + 1) % n) {
        // Two consecutive sides share one point; if they share more, one side runs back over the other.
        const [first, second] = next ? [s, t] : [t, s];
        if (liesOn(first.a, first.b, second.b) || liesOn(second.a, second.b, first.a)) return n > 2;
      } else if (meet(s, t)) return true;
    }
  }
  return false;
}

/** Check whether a point is inside a ring; for a point exactly on the edge the result is undefined. */
export function isInRing(p: Point, ring: Ring): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
    if (!a || !b || a.latitude > p.latitude === b.latitude > p.latitude) continue;
    const cross =
      a.longitude + ((p.latitude - a.latitude) / (b.latitude - a.latitude)) * (b.longitude - a.longitude);
    if (p.longitude < cross) inside = !inside;
  }
  return inside;
}

/**
 * Return points spread evenly inside polygons, in a grid of `across` by `across` over their bounding box; their corners
 * if the grid misses them.
 */
export function sampleAreaPoints(geom: MultiPolygon, across = 32): Point[] {
  const rings = getOuterRings(geom);
  const box = getBoundingBox(rings.flat());
  if (!box) return [];
  const { min_latitude, max_latitude, min_longitude, max_longitude } = box;
  const part = (i: number, from: number, to: number) => from + ((i + 0.5) / across) * (to - from);
  const steps = Array.from({ length: across }, (_, i) => i);
  const inside = steps
    .flatMap((row) =>
      steps.map((column) => ({
        latitude: part(row, min_latitude, max_latitude),
        longitude: part(column, min_longitude, max_longitude),
      })),
    )
    .filter((p) => rings.some((ring) => isInRing(p, ring)));
  return inside.length ? inside : rings.flat();
}

/** Return the kilometers from a point to the nearest outline; 0 inside one. Accurate to a percent within 500 km. */
export function computeKilometersOutside(p: Point, geom: MultiPolygon): number {
  const rings = getOuterRings(geom);
  if (rings.some((ring) => isInRing(p, ring))) return 0;
  const north = 111.2;
  const east = north * Math.cos(radians(p.latitude));
  let least = Number.POSITIVE_INFINITY;
  for (const ring of rings)
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
      if (!a || !b) continue;
      const [ax, ay] = [(a.longitude - p.longitude) * east, (a.latitude - p.latitude) * north];
      const [bx, by] = [(b.longitude - p.longitude) * east, (b.latitude - p.latitude) * north];
      const [dx, dy] = [bx - ax, by - ay];
      const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
      least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy));
    }
  return least;
}

/** Convert a ring to GeoJSON: closed, counter-clockwise (clockwise for a hole) as RFC 7946 requires, with six decimals. */
export function toPositions(ring: Ring, clockwise = false): Position[] {
  let sum = 0;
  for (let i = 0; i < ring.length; i++) {
    const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
    if (a && b) sum += (b.longitude - a.longitude) * (b.latitude + a.latitude - 2 * (ring[0]?.latitude ?? 0));
  }
  const ordered = sum > 0 === clockwise ? ring : [...ring].reverse();
  const positions = ordered.map((p) => [roundDegrees(p.longitude), roundDegrees(p.latitude)]);
  return positions[0] ? [...positions, positions[0]] : [];
}

export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Remove points that are closer than `metres` to the line between their neighbors (Douglas-Peucker). */
export function simplifyRing(ring: Ring, metres: number): Point[] {
  const first = ring[0];
  if (!first || ring.length < 5) return [...ring];
  const east = 111_200 * Math.cos(radians(first.latitude));
  const xy = ring.map((p) => [
    (p.longitude - first.longitude) * east,
    (p.latitude - first.latitude) * 111_200,
  ]);
  const far = xy.reduce((best, [x = 0, y = 0], i) => {
    const [bx = 0, by = 0] = xy[best] ?? [];
    return Math.hypot(x, y) > Math.hypot(bx, by) ? i : best;
  }, 0);
  const keep = new Set([0, far]);
  const stack: [number, number][] = [
    [0, far],
    [far, ring.length],
  ];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [xy[from], xy[to % ring.length]];
    const [dx, dy] = [bx - ax, by - ay];
    let [worst, at] = [metres, -1];
    for (let i = from + 1; i < to; i++) {
      const [x = 0, y = 0] = xy[i] ?? [];
      const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      const off = Math.hypot(x - ax - along * dx, y - ay - along * dy);
      if (off > worst) [worst, at] = [off, i];
    }
    if (at >= 0) {
      keep.add(at);
      stack.push([from, at], [at, to]);
    }
  }
  return ring.filter((_, i) => keep.has(i));
}
