import type { Geometry, MultiPolygon } from "geojson";

const TYPES = new Set(["Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon"]);

const isGeometry = (value: unknown): value is Geometry =>
  typeof value === "object" &&
  value !== null &&
  "coordinates" in value &&
  "type" in value &&
  TYPES.has(String(value.type));

/** Parse a geometry from the database: GeoJSON text that was checked before it was written. */
export function parseStoredGeometry(text: string): Geometry {
  const value: unknown = JSON.parse(text);
  if (!isGeometry(value)) throw new TypeError("This isn't a valid shape.");
  return value;
}

/** Convert a geometry to a GeoJSON MultiPolygon; empty if it has no areas. */
export function toMultiPolygon(geometry: Geometry): MultiPolygon {
  if (geometry.type === "MultiPolygon") return geometry;
  return { type: "MultiPolygon", coordinates: geometry.type === "Polygon" ? [geometry.coordinates] : [] };
}
