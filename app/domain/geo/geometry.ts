import type { Geometry } from "geojson";

const TYPES = new Set(["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"]);

const isGeometry = (value: unknown): value is Geometry =>
  typeof value === "object" &&
  value !== null &&
  "coordinates" in value &&
  "type" in value &&
  TYPES.has(String(value.type));

/** A geometry as the database keeps it: GeoJSON as text, which was checked before it was written. */
export function storedGeometry(text: string): Geometry {
  const value: unknown = JSON.parse(text);
  if (!isGeometry(value)) throw new TypeError("What is kept here isn't a geometry.");
  return value;
}
