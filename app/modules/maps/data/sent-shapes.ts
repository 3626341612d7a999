import type { Position } from "geojson";
import { UnreadableZipError } from "~/lib/files/zip.server";
import { isValidPoint } from "~/lib/geo/geo";

/** A geometry of a file as uploaded: nothing in it has been validated. */
export type SentShape = {
  type?: unknown;
  coordinates?: unknown;
  geometry?: unknown;
  features?: unknown;
  geometries?: unknown;
};

export const MAX_FILE_POINTS = 500_000;
export const tooManyPointsError = () => new UnreadableZipError("it has more than 500,000 points");

export const isPosition = (p: unknown): p is Position =>
  Array.isArray(p) &&
  typeof p[0] === "number" &&
  typeof p[1] === "number" &&
  isValidPoint({ longitude: p[0], latitude: p[1] });

const isRing = (ring: unknown): ring is Position[] => Array.isArray(ring) && ring.every(isPosition);
export const isPolygon = (rings: unknown): rings is Position[][] =>
  Array.isArray(rings) && rings.every(isRing);

/** Polygons that a geometry names; `isPolygon` checks each of them. */
export function listPolygons({ type, coordinates }: SentShape): unknown[] {
  if (type === "Polygon") return [coordinates];
  return type === "MultiPolygon" && Array.isArray(coordinates) ? coordinates : [];
}

/** The points that a geometry names. */
export function readPoints({ type, coordinates }: SentShape): Position[] {
  const points: unknown[] =
    type === "Point" ? [coordinates] : type === "MultiPoint" && Array.isArray(coordinates) ? coordinates : [];
  return points.filter(isPosition);
}

export const isLineShape = ({ type }: SentShape): boolean =>
  type === "LineString" || type === "MultiLineString";

export const isOnEarth = (g: SentShape): boolean => listPolygons(g).every(isPolygon);
