import { eq } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { usCounty, usCountyGeometry, usState } from "#db/schema";
import { computeKilometersOutside, computeRingAcres, formatAcres } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { parseStoredGeometry } from "~/lib/geo/geometry";
import {
  type EditorFields,
  formatBadLinesMessage,
  INVALID_COORDINATES_MESSAGE,
  type JobLocation,
  parseAreas,
  readEditorFields,
} from "~/lib/geo/location";
import { parsePlace } from "~/lib/geo/place-text";
import { fitView, PRECISE_PIN_ZOOM, parseView, START_VIEW, type View } from "~/lib/geo/view";
import { type DescribedLand, findLandViews } from "../data/find-sections.server";
import { applyEditorAction, readEditorAction } from "../rules/editor-acts";
import type { MapDrawing } from "../rules/scene";
import { drawMap } from "./drawing.server";
import { findPlacesAndAddresses, type PlaceSearch, readPlaceNote } from "./find-places.server";
import type { SurroundingLand } from "./land-around.server";

/** Data for the location editor's component; built by `readLocationEditor`. */
export type LocationEditorData = {
  fields: EditorFields;
  drawing: MapDrawing;
  county: { id: number; name: string } | null;
  areas: { points: number; acres: string }[];
  /** Text of the place search, and its results. */
  finding: PlaceSearch;
  /** Warnings for the user to check, which don't prevent saving. */
  warnings: string[];
  /** Errors of fields that can't be read and so can't be shown on the map. */
  wrong: { coordinates?: string[]; areas?: string[] };
};

const PIN_FROM_AFAR = "This pin may be off by miles. Click again on the closer map, or type the coordinates.";

type CountyRow = { id: number; name: string; geom: MultiPolygon; view: View };

async function countyRow(read: Read, id: number | null): Promise<CountyRow | null> {
  if (id === null) return null;
  const [row] = await read
    .select({ county: usCounty, stusps: usState.stusps, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usState, eq(usState.id, usCounty.us_state_id))
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(eq(usCounty.id, id));
  if (!row) return null;
  const { min_latitude, max_latitude, min_longitude, max_longitude } = row.county;
  const geometry = parseStoredGeometry(row.geom);
  const view = fitView([
    { latitude: min_latitude, longitude: min_longitude },
    { latitude: max_latitude, longitude: max_longitude },
  ]);
  return {
    id,
    name: `${row.county.name}, ${row.stusps}`,
    geom: {
      type: "MultiPolygon",
      coordinates:
        geometry.type === "Polygon"
          ? [geometry.coordinates]
          : geometry.type === "MultiPolygon"
            ? geometry.coordinates
            : [],
    },
    view: view ?? START_VIEW,
  };
}

/**
 * Build the editor for a county with these fields. If `view` is null, the map shows the location in the fields, else
 * the county.
 */
export async function readLocationEditor(
  read: Read,
  query: {
    county_id: number | null;
    fields: EditorFields;
    view?: View | null;
    place?: string;
    /** Land to show while a place is picked; it is in view as long as no place is set. */
    land?: SurroundingLand | null;
    /** Land description of the job; its view is preferred to the view of the whole county. */
    described?: DescribedLand | null;
    /** Initial view if no location is set and the county is unknown. */
    start?: View;
  },
): Promise<LocationEditorData> {
  const { fields } = query;
  const county = await countyRow(read, query.county_id);
  const pin = fields.method === "pin" ? parsePlace(fields.coordinates) : null;
  const { areas, bad } = parseAreas(fields.method === "pin" ? "" : fields.areas);
  const places = pin ? [pin] : areas.flatMap(({ points }) => points);
  const typed = query.place?.trim() ?? "";
  const near = county?.view ?? places[0] ?? null;
  const { places: found, isOnItsWay } = typed
    ? await findPlacesAndAddresses(read, typed, near)
    : { places: null, isOnItsWay: false };
  const land = query.land ?? null;
  const around = land ? fitView([...land.areas.flat(), ...land.marks], 14) : null;
  const isPlaced = Boolean(query.view ?? found?.length) || places.length > 0 || around !== null;
  const view =
    query.view ??
    found?.[0]?.view ??
    fitView(places, pin ? 13 : 15) ??
    around ??
    (isPlaced || !query.described
      ? null
      : nearest(await findLandViews(read, query.described), county?.view)) ??
    county?.view ??
    query.start ??
    START_VIEW;
  return {
    fields,
    county: county && { id: county.id, name: county.name },
    drawing: await drawMap(read, {
      view,
      county_id: county?.id ?? null,
      pin,
      areas: [...(land?.areas ?? []).map((points) => ({ points, isClosed: true })), ...areas],
      marks: land?.marks,
      found: found?.[0],
      corners: areas.flatMap(({ points }) => points),
    }),
    areas: areas.map(({ points }) => ({
      points: points.length,
      acres: points.length > 2 ? formatAcres(computeRingAcres(points)) : "",
    })),
    finding: { typed, places: found, isOnItsWay, about: await readPlaceNote(read, pin) },
    warnings: [
      ...(county ? farFrom(places, county) : []),
      // On a map of a whole state, a pixel is miles wide.
      ...(pin && query.view && query.view.zoom < PRECISE_PIN_ZOOM ? [PIN_FROM_AFAR] : []),
    ],
    wrong: {
      ...(fields.method === "pin" && fields.coordinates.trim() && !pin
        ? { coordinates: [INVALID_COORDINATES_MESSAGE] }
        : {}),
      ...(bad.length ? { areas: [formatBadLinesMessage(bad)] } : {}),
    },
  };
}

/** Return the view nearest to a county, to choose between views on two meridians of one state. */
function nearest(views: readonly View[], county: View | undefined): View | null {
  if (!county) return views[0] ?? null;
  const far = (view: View) => Math.hypot(view.latitude - county.latitude, view.longitude - county.longitude);
  return views.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * Handle a posted form that contains the editor. Return the editor after the requested action, or null if the form is
 * to be saved. The county is passed in or read from the form.
 */
export async function applyEditorForm(
  read: Read,
  form: FormData,
  county_id: number | null,
): Promise<LocationEditorData | null> {
  const act = readEditorAction(form);
  if (!act) return null;
  const shown = parseView(typeof form.get("view") === "string" ? String(form.get("view")) : null);
  const place = act.kind === "find" ? act.place : "";
  return readLocationEditor(read, {
    county_id,
    place,
    ...applyEditorAction(readEditorFields(form), act, shown),
  });
}

const FAR_KILOMETRES = 60;
const KILOMETRES_PER_MILE = 1.609344;

/** Return a warning if a place is over 60 km outside its county (docs/domain.md#land-description). */
function farFrom(places: readonly Point[], county: CountyRow): string[] {
  const far = places.reduce((most, p) => Math.max(most, computeKilometersOutside(p, county.geom)), 0);
  if (far <= FAR_KILOMETRES) return [];
  const miles = Math.round(far / KILOMETRES_PER_MILE).toLocaleString("en-US");
  return [`This is ${miles} miles outside ${county.name}. Check the coordinates, or the county.`];
}

/** Return the warnings about a saved location, for pages and API responses. */
export async function readLocationWarnings(
  read: Read,
  county_id: number,
  location: JobLocation,
): Promise<string[]> {
  const county = await countyRow(read, county_id);
  const { latitude, longitude } = location;
  if (!county || latitude === null || longitude === null) return [];
  const corners = (location.geom?.coordinates ?? []).flatMap(([ring = []]) =>
    ring.map(([x = 0, y = 0]) => ({ latitude: y, longitude: x })),
  );
  return farFrom(corners.length ? corners : [{ latitude, longitude }], county);
}
