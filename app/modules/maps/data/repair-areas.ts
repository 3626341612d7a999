import type { Position } from "geojson";
import polygonClipping, { type Polygon } from "polygon-clipping";
import { UnreadableZipError } from "~/lib/files/zip.server";
import {
  computeAcres,
  computeRingArea,
  isSelfIntersecting,
  simplifyRing,
  toPositions,
  toRing,
} from "~/lib/geo/areas";

type Rings = Position[][];
const acres = (polygons: readonly Rings[]) =>
  computeAcres({ type: "MultiPolygon", coordinates: [...polygons] });

/** Minimum size of a piece; smaller pieces, such as the loops left by crossings in a walk, are dropped. */
const MIN_PIECE_SQUARE_METERS = 100;
/**
 * Maximum change in acres by a repair, as a fraction; a larger change means that the shape is wrong, not just
 * imprecise.
 */
const MAX_CHANGE = 0.1;
/** Maximum number of repair attempts, since rounding to six decimals can make two lines touch again. */
const TRIES = 4;
/** Tolerance added at each further attempt: corners that deviate from the line by less than this are left out. */
const SMOOTH_METERS = 0.3;
/**
 * Minimum shared fraction of the smaller area at which two areas overlap. Areas that share less only have a ragged
 * common border.
 */
const MIN_SHARED = 0.01;
/** Minimum shared fraction at which an area is a duplicate. */
const SAME = 0.98;

const crosses = (rings: Rings) => rings.some((ring) => isSelfIntersecting(toRing(ring)));
const asPolygon = (rings: Rings): Polygon =>
  rings.map((ring) => ring.map(([x = 0, y = 0]): [number, number] => [x, y]));
const rounded = (polygons: Rings[]): Rings[] =>
  polygons
    .map((rings) =>
      rings
        .filter((ring) => computeRingArea(toRing(ring)) >= MIN_PIECE_SQUARE_METERS)
        .map((ring, i) => withoutTwins(toPositions(toRing(ring), i > 0))),
    )
    .filter((rings) => rings.length > 0);

const withoutTwins = (ring: Position[]) =>
  ring.filter((p, i) => i === 0 || p[0] !== ring[i - 1]?.[0] || p[1] !== ring[i - 1]?.[1]);

/** Number of areas that needed a repair, and their acres before and after it. */
export type AreaRepair = { areas: number; before: number; after: number };

/**
 * Repair areas that cross themselves, as a boundary walked with a phone does; land inside the line stays inside. Throws
 * if a repair would change the acres by more than a tenth.
 */
export function repairAreas(areas: readonly Rings[]): { areas: Rings[]; repair: AreaRepair | null } {
  const repair: AreaRepair = { areas: 0, before: 0, after: 0 };
  const repaired = areas.flatMap((rings, i) => {
    if (!crosses(rings)) return [rings];
    const whole = untied(rings, i + 1);
    const [before, after] = [acres([rings]), acres(whole)];
    if (Math.abs(after - before) > MAX_CHANGE * Math.max(before, after))
      throw new UnreadableZipError(
        `area ${i + 1} crosses itself, and repairing it would make ${after.toFixed(1)} of its ${before.toFixed(1)} acres; fix it first`,
      );
    repair.areas += 1;
    repair.before += before;
    repair.after += after;
    return whole;
  });
  return { areas: repaired, repair: repair.areas ? repair : null };
}

const smoothed = (rings: Rings, meters: number): Rings =>
  rings.map((ring, i) => toPositions(simplifyRing(toRing(ring), meters), i > 0));

function untied(rings: Rings, number: number): Rings[] {
  let parts: Rings[] = [rings];
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const smooth = parts.map((part) => (tries ? smoothed(part, tries * SMOOTH_METERS) : part));
      parts = rounded(smooth.flatMap((part) => polygonClipping.union(asPolygon(part))));
    } catch {
      break;
    }
    if (parts.length && !parts.some(crosses)) return parts;
  }
  throw new UnreadableZipError(`area ${number} crosses itself; fix it first`);
}

const boxOf = (rings: Rings) => {
  const [xs, ys] = [rings.flat().map(([x = 0]) => x), rings.flat().map(([, y = 0]) => y)];
  const [west, east] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  return {
    west,
    east,
    south: ys.reduce((a, b) => Math.min(a, b)),
    north: ys.reduce((a, b) => Math.max(a, b)),
  };
};
type Box = ReturnType<typeof boxOf>;
const meet = (a: Box, b: Box) => a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north;

/** Count shared land once: drop a duplicate area, and cut the later one of two overlapping areas. */
export function removeOverlaps(areas: readonly Rings[]): {
  areas: Rings[];
  twice: number;
  overlapping: number;
} {
  const once: { rings: Rings; box: Box }[] = [];
  let [twice, overlapping] = [0, 0];
  for (const area of areas) {
    let parts: Rings[] = [area];
    let isCut = false;
    for (const other of once) {
      parts = parts.flatMap((part) => {
        if (!meet(boxOf(part), other.box)) return [part];
        const shared = acres(
          clipped(() => polygonClipping.intersection(asPolygon(part), asPolygon(other.rings)), []),
        );
        if (shared > SAME * acres([part])) return [];
        if (shared <= MIN_SHARED * Math.min(acres([part]), acres([other.rings]))) return [part];
        isCut = true;
        return rounded(
          clipped(() => polygonClipping.difference(asPolygon(part), asPolygon(other.rings)), [part]),
        );
      });
    }
    if (parts.length === 0) twice += 1;
    else if (isCut) overlapping += 1;
    once.push(...parts.map((rings) => ({ rings, box: boxOf(rings) })));
  }
  return { areas: once.map(({ rings }) => rings), twice, overlapping };
}

/** Return the result of the clipping library, or the fallback value if the library fails. */
function clipped(clip: () => Rings[], otherwise: Rings[]): Rings[] {
  try {
    return clip();
  } catch {
    return otherwise;
  }
}
