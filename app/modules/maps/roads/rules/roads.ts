import { z } from "zod";
import { parseCoordinates } from "~/lib/geo/coordinates";
import { computeMilesAlong } from "~/lib/geo/geo";

/** Road types (docs/domain.md#road-types). */
export const ROAD_TYPE_OPTIONS = [
  { id: 1, label: "Haul" },
  { id: 2, label: "Company" },
  { id: 3, label: "Private" },
  { id: 4, label: "County" },
  { id: 5, label: "Skid" },
  { id: 6, label: "Stub" },
  { id: 7, label: "Back-In Stub" },
  { id: 8, label: "Blacktop" },
  { id: 9, label: "Other" },
] as const;
export const roadTypeLabel = (id: number): string =>
  ROAD_TYPE_OPTIONS.find((t) => t.id === id)?.label ?? "Road";

export const MAX_ROAD_POINTS = 2000;

const lineString = z.object({
  type: z.literal("LineString"),
  coordinates: z.array(z.tuple([z.number(), z.number()])),
});
export type RoadLine = z.output<typeof lineString>;
const kept = (geom: string) => lineString.parse(JSON.parse(geom)).coordinates;

/** Parse a road typed as one "lat, lng" per line. Returns GeoJSON, or a message that names the line that can't be read. */
export function parseRoadLine(text: string): { line: RoadLine | null } | { problem: string } {
  const lines = text.split(/\r?\n/).filter((l) => l.trim() !== "");
  if (lines.length === 0) return { line: null };
  if (lines.length > MAX_ROAD_POINTS)
    return { problem: `A road can have at most ${MAX_ROAD_POINTS.toLocaleString("en-US")} points` };
  const coordinates: [number, number][] = [];
  for (const [i, l] of lines.entries()) {
    const point = parseCoordinates(l);
    if (!point) return { problem: `Line ${i + 1} isn't a place. Type it like 44.8361, -84.8203` };
    coordinates.push([point.longitude, point.latitude]);
  }
  const distinct = new Set(coordinates.map(String)).size;
  if (distinct < 2) return { problem: "A road needs at least 2 points, one per line" };
  return { line: { type: "LineString", coordinates } };
}

/** Format a road's GeoJSON as one "lat, lng" per line. */
export const formatRoadLine = (geom: string | null): string =>
  geom === null
    ? ""
    : kept(geom)
        .map(([lng, lat]) => `${lat}, ${lng}`)
        .join("\n");

/** Compute the length of a road in miles. */
export const computeRoadMiles = (geom: string | null): number | null =>
  geom === null
    ? null
    : computeMilesAlong(kept(geom).map(([longitude, latitude]) => ({ latitude, longitude })));
