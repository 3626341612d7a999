import type { Geometry, MultiPolygon } from "geojson";

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
  if (!isGeometry(value)) throw new TypeError("This isn't a valid shape.");
  return value;
}

/** An outline as GeoJSON writes one that may have several parts. */
export function multiPolygonOf(geometry: Geometry): MultiPolygon {
  if (geometry.type === "MultiPolygon") return geometry;
  return { type: "MultiPolygon", coordinates: geometry.type === "Polygon" ? [geometry.coordinates] : [] };
}
