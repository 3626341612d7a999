import type { Position } from "geojson";
import { UnreadableZipError } from "~/lib/files/zip.server";
import { isValidPoint } from "~/lib/geo/geo";

/** Geometry in an uploaded file; none of its values has been validated. */
export type UploadedShape = {
  type?: unknown;
  coordinates?: unknown;
  geometry?: unknown;
  features?: unknown;
  geometries?: unknown;
};

export const MAX_FILE_POINTS = 500_000;
export const createTooManyPointsError = () => new UnreadableZipError("it has more than 500,000 points");

export const isPosition = (p: unknown): p is Position =>
  Array.isArray(p) &&
  typeof p[0] === "number" &&
  typeof p[1] === "number" &&
  isValidPoint({ longitude: p[0], latitude: p[1] });

const isRing = (ring: unknown): ring is Position[] => Array.isArray(ring) && ring.every(isPosition);
export const isPolygon = (rings: unknown): rings is Position[][] =>
  Array.isArray(rings) && rings.every(isRing);

/** Return the polygons of a geometry; `isPolygon` checks each of them. */
export function listPolygons({ type, coordinates }: UploadedShape): unknown[] {
  if (type === "Polygon") return [coordinates];
  return type === "MultiPolygon" && Array.isArray(coordinates) ? coordinates : [];
}

/** Return the points of a geometry. */
export function readShapePoints({ type, coordinates }: UploadedShape): Position[] {
  const points: unknown[] =
    type === "Point" ? [coordinates] : type === "MultiPoint" && Array.isArray(coordinates) ? coordinates : [];
  return points.filter(isPosition);
}

export const isLineShape = ({ type }: UploadedShape): boolean =>
  type === "LineString" || type === "MultiLineString";

export const hasValidPolygons = (g: UploadedShape): boolean => listPolygons(g).every(isPolygon);
