import type { MultiPolygon } from "geojson";
import {
  getOuterRings,
  isInRing,
  isSelfIntersecting,
  type Ring,
  roundDegrees,
  toPositions,
  toRing,
} from "~/lib/geo/areas";
import { formatCoordinates, parseCoordinates } from "~/lib/geo/coordinates";
import { isValidPoint, type Point } from "~/lib/geo/geo";

/** Methods of entering a job's location (docs/domain.md#setting-up-a-job). */
export const LOCATION_METHODS = [
  { value: "pin", label: "Single Coordinate / Drop Pin" },
  { value: "draw", label: "Draw Shape" },
  { value: "pdf", label: "Upload PDF" },
  { value: "import", label: "Import Shapefile" },
  { value: "skip", label: "Skip" },
] as const;
export type LocationMethod = (typeof LOCATION_METHODS)[number]["value"];

/**
 * Location of a job, with `geom` in WGS 84. If the job has areas and no pin, the coordinates are a point inside the
 * largest area.
 */
export type JobLocation = {
  latitude: number | null;
  longitude: number | null;
  geom: MultiPolygon | null;
};
const NO_LOCATION: JobLocation = { latitude: null, longitude: null, geom: null };

export const NO_PIN_MESSAGE = "Please drop a pin on the map";
export const NO_SHAPE_MESSAGE = "Please draw a shape on the map";
export const TOO_FEW_POINTS_MESSAGE = "Please draw a shape with at least 3 points";
export const INVALID_COORDINATES_MESSAGE =
  "Write the place like 44.6614, -84.7148, or like 44°39'41\"N 84°42'53\"W.";
/** Limits of a stored location; files that exceed them are simplified when read. */
export const MAX_POINTS = 1000;
export const MAX_AREAS = 100;

/** Texts of the location editor's fields, as stored by every form and draft with a location. */
export type EditorFields = { method: LocationMethod; coordinates: string; areas: string; geom: string };

/** Maximum length of editor text; longer text is refused by its form and not drawn. */
const MAX_TYPED_LENGTH = 60_000;

/** Return the editor's fields from a posted form, unparsed. */
export function readEditorFields(form: { get(name: string): unknown }): EditorFields {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && value.length <= MAX_TYPED_LENGTH ? value : "";
  };
  const method = LOCATION_METHODS.find((m) => m.value === text("location_method"))?.value ?? "pin";
  return { method, coordinates: text("coordinates"), areas: text("areas"), geom: text("geom") };
}

/** Return the editor's fields for a saved location. */
export function toEditorFields(location: JobLocation, method?: LocationMethod): EditorFields {
  const { latitude, longitude, geom } = location;
  const pin = latitude === null || longitude === null ? "" : formatCoordinates({ latitude, longitude });
  return {
    method: method ?? (geom ? "draw" : "pin"),
    coordinates: geom ? "" : pin,
    areas: geom ? formatAreas(getOuterRings(geom).map(closeRing)) : "",
    geom: geom?.coordinates.some((rings) => rings.length > 1) ? JSON.stringify(geom) : "",
  };
}

/** Return a ring with its first point repeated at the end, which marks a closed area in text. */
export const closeRing = (ring: Ring): Point[] => [...ring, ...ring.slice(0, 1)];

/** Format areas as text: one point per line, with a blank line between areas. */
export const formatAreas = (rings: readonly Ring[]): string =>
  rings.map((ring) => ring.map(formatCoordinates).join("\n")).join("\n\n");

export type TypedArea = { points: Point[]; isClosed: boolean };

/** Parse areas that were typed, clicked or drawn. `bad` lists the invalid lines, counted from 1. */
export function parseAreas(text: string): { areas: TypedArea[]; bad: number[] } {
  const areas: TypedArea[] = [];
  const bad: number[] = [];
  let open: Point[] | null = null;
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === "") {
      open = null;
      continue;
    }
    const point = parseCoordinates(line);
    if (!point) {
      bad.push(i + 1);
      continue;
    }
    if (!open) {
      open = [];
      areas.push({ points: open, isClosed: false });
    }
    const first: Point | undefined = open[0];
    if (first && open.length > 2 && isSame(first, point)) {
      const area = areas.at(-1);
      if (area) area.isClosed = true;
      open = null;
    } else open.push(point);
  }
  return { areas, bad };
}

const isSame = (a: Point, b: Point) => a.latitude === b.latitude && a.longitude === b.longitude;
const distinct = (ring: Ring) => new Set(ring.map(formatCoordinates)).size;

/** Return the message about invalid lines, naming the first by its number. */
export const formatBadLinesMessage = (bad: readonly number[]): string =>
  `Line ${bad[0]} isn't a place. ${INVALID_COORDINATES_MESSAGE}`;

/**
 * Return the problems for which areas can't be stored as a job's location; empty if there are none
 * (docs/domain.md#land-description).
 */
function findAreaProblems(rings: readonly Ring[]): string[] {
  if (rings.length === 0) return [NO_SHAPE_MESSAGE];
  if (rings.length > MAX_AREAS) return [`There are ${rings.length} areas; a job has at most ${MAX_AREAS}.`];
  // Check the number of points before any loop over them.
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (points > MAX_POINTS)
    return [`There are ${points.toLocaleString("en-US")} points; a job has at most 1,000.`];
  if (rings.some((ring) => distinct(ring) < 3)) return [TOO_FEW_POINTS_MESSAGE];
  return rings.flatMap((ring, i) =>
    isSelfIntersecting(ring)
      ? [`Area ${i + 1} crosses itself. Move its points so its sides don't cross.`]
      : [],
  );
}

export type LocationResult =
  | { location: JobLocation; errors: null }
  | { location: null; errors: { coordinates?: string[]; areas?: string[] } };

/** Return the location in the editor's fields, or errors by field. */
export function readLocation(fields: EditorFields): LocationResult {
  const wrong = (errors: { coordinates?: string[]; areas?: string[] }): LocationResult => ({
    location: null,
    errors,
  });
  if (fields.method === "pdf" || fields.method === "skip") return { location: NO_LOCATION, errors: null };
  if (fields.method === "pin") {
    const pin = parseCoordinates(fields.coordinates);
    if (!pin)
      return wrong({
        coordinates: [fields.coordinates.trim() ? INVALID_COORDINATES_MESSAGE : NO_PIN_MESSAGE],
      });
    return { location: { ...pin, geom: null }, errors: null };
  }
  const { areas, bad } = parseAreas(fields.areas);
  if (bad.length) return wrong({ areas: [formatBadLinesMessage(bad)] });
  const rings = areas.map(({ points }) => points);
  const problems = findAreaProblems(rings);
  if (problems.length) return wrong({ areas: problems });
  return { location: toJobLocation(withHoles(rings, parseGeometry(fields.geom))), errors: null };
}

/** Return areas with holes, copied from `known` for each outer ring that is unchanged. */
function withHoles(rings: readonly Ring[], known: MultiPolygon | null): MultiPolygon {
  const holes = new Map(
    (known?.coordinates ?? []).map(([outer = [], ...inner]) => [formatAreas([toRing(outer)]), inner]),
  );
  return {
    type: "MultiPolygon",
    coordinates: rings.map((ring) => [
      toPositions(ring),
      ...(holes.get(formatAreas([ring])) ?? [])
        .map(toRing)
        .filter((hole) => distinct(hole) > 2 && hole.every((p) => isInRing(p, ring)))
        .map((hole) => toPositions(hole, true)),
    ]),
  };
}

/** Return a job's location, given its areas. */
export function toJobLocation(geom: MultiPolygon): JobLocation {
  const largest = getOuterRings(geom).reduce<Ring>((a, b) => (spanOf(b) > spanOf(a) ? b : a), []);
  const interiorPoint = findInteriorPoint(largest);
  return { latitude: interiorPoint?.latitude ?? null, longitude: interiorPoint?.longitude ?? null, geom };
}

const spanOf = (ring: Ring) => {
  const north = ring.map((p) => p.latitude);
  const east = ring.map((p) => p.longitude);
  return ring.length
    ? (Math.max(...north) - Math.min(...north)) * (Math.max(...east) - Math.min(...east))
    : 0;
};

/** Return a point inside a ring: the middle of its widest section at half height. */
export function findInteriorPoint(ring: Ring): Point | null {
  if (ring.length === 0) return null;
  const north = ring.map((p) => p.latitude);
  // Use a latitude slightly off the middle, because a side of the ring may run exactly along the middle.
  const latitude = Math.min(...north) + (Math.max(...north) - Math.min(...north)) * 0.500_1;
  const cuts = ring
    .flatMap((a, i) => {
      const b = ring[(i + 1) % ring.length] ?? a;
      if (a.latitude > latitude === b.latitude > latitude) return [];
      const along = (latitude - a.latitude) / (b.latitude - a.latitude);
      return [a.longitude + along * (b.longitude - a.longitude)];
    })
    .sort((a, b) => a - b);
  let [wide, longitude] = [-1, ring[0]?.longitude ?? 0];
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const [west = 0, east = 0] = [cuts[i], cuts[i + 1]];
    if (east - west > wide) [wide, longitude] = [east - west, (west + east) / 2];
  }
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

/** Parse a GeoJSON Polygon or MultiPolygon; null if it is anything else or its coordinates are invalid. */
export function parseGeometry(text: string): MultiPolygon | null {
  let value: { type?: unknown; coordinates?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const polygons = value?.type === "Polygon" ? [value.coordinates] : value?.coordinates;
  if (value?.type !== "Polygon" && value?.type !== "MultiPolygon") return null;
  if (!isListOf(polygons, (rings) => isListOf(rings, (ring) => isListOf(ring, isPosition, 4)))) return null;
  return { type: "MultiPolygon", coordinates: polygons as MultiPolygon["coordinates"] };
}

const isListOf = (value: unknown, is: (one: unknown) => boolean, least = 1): boolean =>
  Array.isArray(value) && value.length >= least && value.every(is);
const isPosition = (value: unknown): boolean =>
  Array.isArray(value) &&
  isListOf(value, Number.isFinite, 2) &&
  isValidPoint({ longitude: Number(value[0]), latitude: Number(value[1]) });

/** Convert GeoJSON from an API client to a job's location; also return any problems found by `findAreaProblems`. */
export function validateJobGeometry(geom: MultiPolygon): { location: JobLocation; problems: string[] } {
  const rings = getOuterRings(geom);
  const problems = findAreaProblems(rings);
  if (problems.length) return { location: NO_LOCATION, problems };
  return { location: toJobLocation(withHoles(rings, geom)), problems };
}
