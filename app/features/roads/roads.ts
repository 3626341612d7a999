import { z } from "zod";
import { parseCoordinates } from "~/domain/geo/coordinates";
import { milesAlong } from "~/domain/geo/geo";

/** Road types (spec 1, section 9). */
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
export const roadTypeName = (id: number): string =>
  ROAD_TYPE_OPTIONS.find((t) => t.id === id)?.label ?? "Road";

export const MOST_POINTS = 2000;

const lineString = z.object({
  type: z.literal("LineString"),
  coordinates: z.array(z.tuple([z.number(), z.number()])),
});
export type Line = z.output<typeof lineString>;
const kept = (geom: string) => lineString.parse(JSON.parse(geom)).coordinates;

/** Reads a line typed as one "lat, lng" per line: GeoJSON, or in words which line cannot be read. */
export function parseLine(text: string): { line: Line | null } | { problem: string } {
  const lines = text.split(/\r?\n/).filter((l) => l.trim() !== "");
  if (lines.length === 0) return { line: null };
  if (lines.length > MOST_POINTS)
    return { problem: `A road can have at most ${MOST_POINTS.toLocaleString("en-US")} points` };
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

/** A line as it would be typed. */
export const lineText = (geom: string | null): string =>
  geom === null
    ? ""
    : kept(geom)
        .map(([lng, lat]) => `${lat}, ${lng}`)
        .join("\n");

/** How long a line is, in miles. */
export const lineMiles = (geom: string | null): number | null =>
  geom === null ? null : milesAlong(kept(geom).map(([longitude, latitude]) => ({ latitude, longitude })));
