import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Point as GeoPoint, LineString, MultiPolygon } from "geojson";
import { z } from "zod";
import type { Read } from "#db/client.server";
import {
  companyDestination,
  companyLocation,
  job,
  jobDestination,
  road,
  roadType,
  usCounty,
} from "#db/schema";
import { jobMembership } from "#db/views";
import { hasPermission } from "~/lib/access/crew-permissions";
import { computeRingAcres, formatAcres, getOuterRings, toRing } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { parseStoredGeometry } from "~/lib/geo/geometry";
import { parseGeometry } from "~/lib/geo/location";
import { fitView, START_VIEW, type View } from "~/lib/geo/view";
import { visibleJobsCondition } from "~/modules/jobs/shared/access.server";
import { formatLandingName, formatLandingPoint, readLandings } from "~/modules/jobs/shared/landings.server";
import type { CompanyActor } from "~/web/actor";
import { jobLayersOutput } from "~/web/geojson-output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { getCountyLayers } from "../data/layers.server";
import { readDirections } from "../data/way-there.server";
import { drawMap } from "./drawing.server";

type Job = typeof job.$inferSelect;
type Row = { id: number; name: string; about: string };

/** Data for a job's map and the tables next to it. */
export type JobMapData = Awaited<ReturnType<typeof drawJobMap>>;

const LAND_FOR_OTHERS = "Your company receives this job's wood. Only companies working on it see its map.";

/**
 * Return the job and whether the acting company has accepted it; a requester counts as accepted. A mill that only
 * receives the job's wood is refused, and for other companies the job doesn't exist.
 */
export async function requireJobLandAccess(ctx: Ctx<CompanyActor>, id: number) {
  const me = ctx.actor.company.id;
  const [row] = await ctx.read
    .select({ job, accepted_at: jobMembership.accepted_at, company_id: jobMembership.company_id })
    .from(job)
    .leftJoin(jobMembership, and(eq(jobMembership.job_id, job.id), eq(jobMembership.company_id, me)))
    .where(and(eq(job.id, id), visibleJobsCondition(ctx.actor)));
  if (!row) throw notFound("We couldn't find that job, or you don't have access to it.");
  const isRequester = row.job.request_user_company_id === me;
  if (!isRequester && row.company_id === null) throw forbidden(LAND_FOR_OTHERS);
  return { job: row.job, isAccepted: isRequester || row.accepted_at !== null };
}

/** Read the destinations, roads and landings that the crew's permissions allow. */
async function partsOf({ read, actor }: Pick<Ctx<CompanyActor>, "read" | "actor">, { id }: Job) {
  const [destinations, roads, landings] = await Promise.all([
    read
      .select({
        id: jobDestination.id,
        name: jobDestination.name,
        mileage: jobDestination.mileage,
        is_estimate: jobDestination.mileage_is_estimate,
        latitude: sql<number>`COALESCE(${companyLocation.latitude}, ${companyDestination.latitude})`,
        longitude: sql<number>`COALESCE(${companyLocation.longitude}, ${companyDestination.longitude})`,
      })
      .from(jobDestination)
      .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
      .leftJoin(
        companyLocation,
        or(
          eq(companyLocation.id, jobDestination.company_location_id),
          eq(companyLocation.id, companyDestination.destination_company_location_id),
        ),
      )
      .where(and(eq(jobDestination.job_id, id), isNull(jobDestination.removed_at)))
      .orderBy(jobDestination.name, jobDestination.id)
      .limit(200),
    read
      .select({ id: road.id, name: road.name, type: roadType.name, geom: road.geom })
      .from(road)
      .innerJoin(roadType, eq(roadType.id, road.road_type_id))
      .where(and(eq(road.job_id, id), eq(road.is_deleted, false)))
      .orderBy(road.id)
      .limit(200),
    hasPermission(actor.permissions, "landing_inventory.read") ? readLandings(read, id) : [],
  ]);
  return {
    destinations: hasPermission(actor.permissions, "job_destination.read") ? destinations : [],
    landings: landings.flatMap((l) =>
      l.latitude === null || l.longitude === null
        ? []
        : [{ id: l.id, name: formatLandingName(l), latitude: l.latitude, longitude: l.longitude }],
    ),
    roads: (hasPermission(actor.permissions, "road.read") ? roads : []).map((r) => ({
      ...r,
      line: lineOf(r.geom),
    })),
  };
}

function lineOf(text: string | null): Point[] {
  const geometry = text ? parseStoredGeometry(text) : null;
  return geometry?.type === "LineString"
    ? geometry.coordinates.map(([longitude = 0, latitude = 0]) => ({ latitude, longitude }))
    : [];
}

const geomOf = ({ geom }: Job): MultiPolygon | null => (geom ? parseGeometry(geom) : null);
const pinOf = ({ latitude, longitude }: Job): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Half the size, in degrees, of the box that is shown around a pin (docs/domain.md#land-description). */
export const PIN_VIEW_DEGREES = 0.004;

type JobMapOptions = {
  /** True if the view includes the destinations. */
  around?: boolean;
  view?: View | null;
  /** Road being drawn, shown instead of the stored road. */
  draws?: { road_id: number | null; points: readonly Point[] };
};

/**
 * Draw the map of a job, its areas with the land around them, and list the map's content as text. Only for jobs whose
 * map the acting company may see.
 */
export async function drawJobMap(
  ctx: Pick<Ctx<CompanyActor>, "read" | "actor">,
  theirs: Job,
  options: JobMapOptions = {},
) {
  const { read } = ctx;
  const { draws } = options;
  const { destinations, landings, roads: all } = await partsOf(ctx, theirs);
  const roads = all.filter((r) => r.id !== draws?.road_id);
  const drawn = draws?.points ?? [];
  const geom = geomOf(theirs);
  const pin = pinOf(theirs);
  const areas = geom ? getOuterRings(geom) : [];
  const land = [
    ...(areas.length ? [...areas.flat(), ...roads.flatMap((r) => r.line)] : around(pin)),
    ...landings,
    ...drawn,
  ];
  const seen = options.around ? [...land, ...destinations] : land;
  const view = options.view ?? fitView(seen, 14) ?? (await countyView(read, theirs.us_county_id));
  const middle = fitView([...areas.flat(), ...(pin ? [pin] : [])]);
  return {
    job_id: theirs.id,
    county_id: theirs.us_county_id,
    drawing: await drawMap(read, {
      view,
      county_id: theirs.us_county_id,
      pin: areas.length ? null : pin,
      areas: areas.map((points) => ({ points, isClosed: true })),
      roads: [...roads.map((r) => r.line), drawn].filter((line) => line.length > 1),
      corners: drawn,
      presses: !draws,
      marks: [
        ...destinations.map((d, i) => ({ ...d, number: i + 1 })),
        ...landings.map((l, i) => ({ ...l, number: destinations.length + i + 1, here: true })),
      ],
    }),
    pin: pin && !areas.length ? `${pin.latitude}, ${pin.longitude}` : null,
    areas: areas.map((ring) => formatAcres(computeRingAcres(ring))),
    destinations: destinations.map(
      (d): Row => ({
        id: d.id,
        name: d.name,
        about: d.mileage === null ? "" : `${d.mileage} mi${d.is_estimate ? " (estimate)" : ""}`,
      }),
    ),
    landings: landings.map((l): Row => ({ id: l.id, name: l.name, about: formatLandingPoint(l) ?? "" })),
    ways: await readDirections(read, [
      ...landings,
      ...(middle && !landings.length ? [{ ...middle, name: "The land" }] : []),
    ]),
    roads: roads.map((r): Row => ({ id: r.id, name: r.name ?? r.type, about: r.name ? r.type : "" })),
  };
}

function around(pin: Point | null): Point[] {
  if (!pin) return [];
  return [-PIN_VIEW_DEGREES, PIN_VIEW_DEGREES].map((by) => ({
    latitude: pin.latitude + by,
    longitude: pin.longitude + by,
  }));
}

async function countyView(read: Read, id: number): Promise<View> {
  const [row] = await read.select().from(usCounty).where(eq(usCounty.id, id));
  const corners = row && [
    { latitude: row.min_latitude, longitude: row.min_longitude },
    { latitude: row.max_latitude, longitude: row.max_longitude },
  ];
  return (corners && fitView(corners)) ?? START_VIEW;
}

type Shape = MultiPolygon | LineString | GeoPoint;
type Layer = "county" | "township" | "area" | "pin" | "road" | "destination" | "landing";

const feature = (kind: Layer, name: string, geometry: Shape, is_approximate = false) => ({
  type: "Feature" as const,
  properties: { kind, name, is_approximate },
  geometry,
});

/** Return a job's map data as GeoJSON: its county, townships, areas or pin, roads and destinations. */
export const getJobLayers = procedure({
  name: "getJobLayers",
  may: "job.read",
  input: z.strictObject({ id: z.number().int() }),
  output: jobLayersOutput,
  async run(ctx, { id }) {
    const { job: theirs } = await requireJobLandAccess(ctx, id);
    const [{ features: land }, { destinations, landings, roads }] = await Promise.all([
      getCountyLayers.run(ctx, { county_id: theirs.us_county_id }),
      partsOf(ctx, theirs),
    ]);
    const geom = geomOf(theirs);
    const pin = pinOf(theirs);
    const point = (p: Point): GeoPoint => ({ type: "Point", coordinates: [p.longitude, p.latitude] });
    const areas = (geom?.coordinates ?? []).map((rings, i) =>
      feature("area", `Area ${i + 1}, ${formatAcres(computeRingAcres(toRing(rings[0] ?? [])))}`, {
        type: "MultiPolygon",
        coordinates: [rings],
      }),
    );
    return {
      type: "FeatureCollection" as const,
      features: [
        ...land,
        ...areas,
        ...(pin && !geom ? [feature("pin", theirs.name, point(pin))] : []),
        ...roads
          .filter((r) => r.line.length > 1)
          .map((r) =>
            feature("road", r.name ?? r.type, {
              type: "LineString",
              coordinates: r.line.map((p) => [p.longitude, p.latitude]),
            }),
          ),
        ...landings.map((l) => feature("landing", l.name, point(l))),
        ...destinations.map((d) => feature("destination", d.name, point(d))),
      ],
    };
  },
});
