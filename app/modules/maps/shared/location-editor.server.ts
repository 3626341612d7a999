import { eq } from "drizzle-orm";
import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { usCounty, usCountyGeometry, usState } from "#db/schema";
import { computeKilometersOutside, computeRingAcres, formatAcres } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { parseStoredGeometry } from "~/lib/geo/geometry";
import {
  badLinesMessage,
  type EditorFields,
  type JobLocation,
  NO_COORDINATES,
  parseAreas,
  readEditorFields,
} from "~/lib/geo/location";
import { parsePlace } from "~/lib/geo/place-text";
import { fitView, PIN_READABLE_ZOOM, parseView, START_VIEW, type View } from "~/lib/geo/view";
import { type DescribedLand, viewsOfLand } from "../data/find-sections.server";
import { applyEdit, readEditorAction } from "../rules/editor-acts";
import type { MapDrawing } from "../rules/scene";
import { drawMap } from "./drawing.server";
import { type Finding, findPlacesAndAddresses, readPlaceNote } from "./find-places.server";
import type { AroundPlace } from "./land-around.server";

/** Data for the editor's component; built by `readLocationEditor`. */
export type Editor = {
  fields: EditorFields;
  drawing: MapDrawing;
  county: { id: number; name: string } | null;
  areas: { points: number; acres: string }[];
  /** Search text for a place, and its results. */
  finding: Finding;
  /** Warnings to check; they don't block saving. */
  warnings: string[];
  /** Errors in fields that can't be read, when a map had to show them. */
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

/** Build the editor for a county with these fields; with `view` null the map shows the fields' place, else the county. */
export async function readLocationEditor(
  read: Read,
  query: {
    county_id: number | null;
    fields: EditorFields;
    view?: View | null;
    place?: string;
    /** Land to pick the place on: shown, and in view while nothing is set yet. */
    land?: AroundPlace | null;
    /** Land as the job describes it; viewed in preference to the whole county. */
    described?: DescribedLand | null;
    /** Initial view while nothing is set and no county is known. */
    start?: View;
  },
): Promise<Editor> {
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
    (isPlaced || !query.described ? null : nearest(await viewsOfLand(read, query.described), county?.view)) ??
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
      ...(pin && query.view && query.view.zoom < PIN_READABLE_ZOOM ? [PIN_FROM_AFAR] : []),
    ],
    wrong: {
      ...(fields.method === "pin" && fields.coordinates.trim() && !pin
        ? { coordinates: [NO_COORDINATES] }
        : {}),
      ...(bad.length ? { areas: [badLinesMessage(bad)] } : {}),
    },
  };
}

/** View nearest to a county; distinguishes two meridians of one state. */
function nearest(views: readonly View[], county: View | undefined): View | null {
  if (!county) return views[0] ?? null;
  const far = (view: View) => Math.hypot(view.latitude - county.latitude, view.longitude - county.longitude);
  return views.toSorted((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * Handle a posted form that contains the editor: returns the editor after the requested action, or null if the form is
 * to be saved. The county may come from the form or from the host.
 */
export async function applyEditorForm(
  read: Read,
  form: FormData,
  county_id: number | null,
): Promise<Editor | null> {
  const act = readEditorAction(form);
  if (!act) return null;
  const shown = parseView(typeof form.get("view") === "string" ? String(form.get("view")) : null);
  const place = act.kind === "find" ? act.place : "";
  return readLocationEditor(read, { county_id, place, ...applyEdit(readEditorFields(form), act, shown) });
}

const FAR_KILOMETRES = 60;
const KILOMETRES_PER_MILE = 1.609344;

/** A warning if a place is over 60 km outside its county (docs/domain.md#land-description). */
function farFrom(places: readonly Point[], county: CountyRow): string[] {
  const far = places.reduce((most, p) => Math.max(most, computeKilometersOutside(p, county.geom)), 0);
  if (far <= FAR_KILOMETRES) return [];
  const miles = Math.round(far / KILOMETRES_PER_MILE).toLocaleString("en-US");
  return [`This is ${miles} miles outside ${county.name}. Check the coordinates, or the county.`];
}

/** Warnings about a saved place, for pages and API responses. */
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
