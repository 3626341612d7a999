import type { Geometry, Position } from "geojson";
import { encodeLines } from "~/lib/geo/packed";
import { normalizeRoadName } from "~/lib/geo/road-name";
import { createPropertyReader, type ShapeFeature } from "../geo-import/features";
import type { groundFeature } from "../schema";

type GroundRow = Omit<typeof groundFeature.$inferInsert, "id" | "import_id" | "dataset">;

/** Road classes closed to trucks: walkways, stairs, bridle paths, parking lots, alleys. */
const NO_TRUCKS = ["S1710", "S1720", "S1730", "S1750", "S1780", "S1810", "S1820", "S1830"];
/** Minimum extent, in degrees, for a local road to count as a through road: about two miles. */
const LONG_ROAD = 0.03;

/**
 * Convert a feature of a TIGER/Line file: roads and waters by their class (MTFCC), towns by their internal point.
 * Returns null for roads closed to trucks; "refused" for all other classes or if there is no shape.
 */
export function parseTigerFeature({ properties, geometry }: ShapeFeature): GroundRow | null | "refused" {
  const get = createPropertyReader(properties);
  const type = get("MTFCC");
  if (NO_TRUCKS.includes(type)) return null;
  const name = (get("FULLNAME") || get("NAME")).replace(/\s+/g, " ").slice(0, 100);
  const source_id = get("LINEARID") || get("HYDROID") || get("GEOID");
  if (!source_id) return "refused";
  const row = (kind: GroundRow["kind"], lines: readonly Position[][], rankOf: (extent: number) => number) => {
    const box = boxOfLines(lines);
    if (!box) return "refused" as const;
    const rank = rankOf(Math.max(box.east - box.west, box.north - box.south));
    return {
      source_id,
      kind,
      rank,
      name,
      name_key: normalizeRoadName(name),
      geom: encodeLines(lines),
      ...box,
    };
  };
  if (/^S\d{4}$/.test(type)) return row("road", linesIn(geometry), (extent) => roadRank(type, extent));
  if (/^G4[12]\d0$/.test(type)) {
    const positions = [Number(get("INTPTLON")), Number(get("INTPTLAT"))];
    return name && positions.every((n) => n !== 0) ? row("town", [[positions]], () => 3) : "refused";
  }
  if (/^H\d{4}$/.test(type)) {
    const rings = ringsIn(geometry);
    if (rings.length) return row("water", rings, (extent) => (extent > 0.05 ? 2 : extent > 0.01 ? 3 : 4));
    return row("stream", linesIn(geometry), (extent) => (name ? (extent > 0.1 ? 2 : 3) : 5));
  }
  return "refused";
}

function roadRank(type: string, extent: number): number {
  if (type === "S1100") return 1;
  if (type === "S1200") return 2;
  if (type === "S1400") return extent >= LONG_ROAD ? 3 : 4;
  return 5;
}

function linesIn(geometry: Geometry | null): Position[][] {
  if (geometry?.type === "LineString") return [geometry.coordinates];
  return geometry?.type === "MultiLineString" ? geometry.coordinates : [];
}

function ringsIn(geometry: Geometry | null): Position[][] {
  if (geometry?.type === "Polygon") return geometry.coordinates;
  return geometry?.type === "MultiPolygon" ? geometry.coordinates.flat() : [];
}

function boxOfLines(lines: readonly Position[][]) {
  const box = { west: 180, east: -180, south: 90, north: -90 };
  for (const [x = Number.NaN, y = Number.NaN] of lines.flat()) {
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) return null;
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box.west > box.east ? null : box;
}
