import type { Point as GeoPoint, LineString } from "geojson";
import { z } from "zod";
import { getOuterRings } from "~/lib/geo/areas";
import { isPointInBox, type Point } from "~/lib/geo/geo";
import { fitView, parseView, toPixel, toPoint, type View } from "~/lib/geo/view";
import { formatAtPlace } from "~/lib/time/place-time";
import { companyMapOutput } from "~/web/geojson-output";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import {
  clusterPoints,
  type LoadsOnTheWay,
  MAP_PLACE_KINDS,
  MAP_ROLE_FILTERS,
  type MapPlace,
  parseMapFilter,
} from "../rules/sights";
import { readCompanyStateView } from "../shared/company-start.server";
import { drawMap } from "../shared/drawing.server";
import { MIN_AREAS_ZOOM, readJobAreas } from "./sight-areas.server";
import { MAX_MAP_PLACES, readLoadsOnTheWay, readMapPlaces } from "./sights.server";
import { readProductChoices } from "./sights-filter.server";

const PAGE = 50;
const WIDEST_WITH_AREAS = 12;

/**
 * Format loads on the way, such as "3 on the way, the oldest picked up Fri, Nov 20, 9:12 AM". The day is included since
 * loads stay overnight; the year never is.
 */
function onTheWayWords({ count, oldest, zone: place }: LoadsOnTheWay, reader: string): string {
  const since = oldest ? formatAtPlace(oldest, { place, reader, now: new Date(oldest) }) : null;
  if (!since) return `${count} on the way`;
  return count === 1
    ? `1 on the way, picked up ${since}`
    : `${count} on the way, the oldest picked up ${since}`;
}

/** Shift marks at the same position, each a little east of the mark before. */
function sideBySide<M extends Point>(marks: readonly M[], view: View): M[] {
  const seen = new Map<string, number>();
  return marks.map((mark) => {
    const [x, y] = toPixel(mark, view).map(Math.round);
    const before = seen.get(`${x} ${y}`) ?? 0;
    seen.set(`${x} ${y}`, before + 1);
    return before ? { ...mark, ...toPoint([(x ?? 0) + 20 * before, y ?? 0], view) } : mark;
  });
}

/**
 * Return the page with the map of all places: everything that the company may see, drawn in the URL's view, and listed
 * as text.
 */
export const getWholeMap = procedure({
  name: "getWholeMap",
  input: z.strictObject({ query: z.string().max(2000) }),
  async run(ctx, input) {
    const query = new URLSearchParams(input.query);
    const filter = parseMapFilter(query);
    const [sights, ways, products] = await Promise.all([
      readMapPlaces(ctx, filter),
      readLoadsOnTheWay(ctx, filter),
      readProductChoices(ctx.read, ctx.actor),
    ]);
    const ends = ways.flatMap((way): Point[] => (way.from ? [way.from, way.to] : [way.to]));
    const view =
      parseView(query.get("look")) ?? fitView([...sights, ...ends], 12) ?? (await readCompanyStateView(ctx));
    const clusters = clusterPoints(sights, view);
    const seen = clusters.flatMap(({ members }) => members);
    const page = Math.max(1, Math.min(Number(query.get("page")) || 1, Math.ceil(seen.length / PAGE)));
    const from = (page - 1) * PAGE;
    // Numbers are keyed by the place object, since a company's destinations and a job's destinations may have the same
    // id.
    const numbers = new Map(seen.slice(from, from + PAGE).map((sight, i) => [sight, from + i + 1]));
    const listed = [...numbers].map(([sight, number]) => ({ ...sight, number }));
    const jobs = seen.flatMap(({ kind, id }) => (kind === "job" ? [id] : []));
    const land = view.zoom < MIN_AREAS_ZOOM ? [] : await readJobAreas(ctx.read, ctx.actor, jobs);
    const drawing = await drawMap(ctx.read, {
      view,
      county_id: null,
      pin: null,
      areas: land.flatMap(({ geom }) => getOuterRings(geom).map((points) => ({ points, isClosed: true }))),
      plainAreas: true,
      covered: clusters.flatMap(({ at: [x, y], members }): [number, number][] =>
        members.length > 1 ? [[x, y]] : [],
      ),
      presses: true,
      marks: sideBySide(
        clusters.flatMap(({ members: [only, ...more] }) =>
          only && !more.length ? [{ ...only, number: numbers.get(only) }] : [],
        ),
        view,
      ),
    });
    return {
      filter,
      products,
      drawing,
      total: sights.length,
      seen: seen.length,
      page,
      pages: Math.ceil(seen.length / PAGE),
      listed,
      clusters: clusters
        .filter(({ members }) => members.length > 1)
        .map(({ at, members, look }) => ({ at, look, count: members.length, first: members[0]?.name ?? "" })),
      ways: ways.map((way) => ({ ...way, words: onTheWayWords(way, ctx.actor.zone) })),
      kinds: MAP_PLACE_KINDS.filter((kind) => filter.kinds.includes(kind)),
    };
  },
});
export type WholeMap = Awaited<ReturnType<typeof getWholeMap.run>>;

const BOX = "Give a box that isn't empty: west and east, south and north in degrees.";
const degrees = (most: number) => z.coerce.number(BOX).min(-most, BOX).max(most, BOX);

/**
 * Return all places that the company may see as GeoJSON. A box whose west is greater than its east crosses the
 * antimeridian (Alaska); the map ends at 85 degrees.
 */
export const getMapPlaces = procedure({
  name: "getSights",
  input: z.strictObject({
    west: degrees(180).optional(),
    south: degrees(90).optional(),
    east: degrees(180).optional(),
    north: degrees(90).optional(),
    kinds: z
      .string()
      .max(80)
      .describe(`Of ${MAP_PLACE_KINDS.join(", ")}, with commas; all where nothing is said.`)
      .optional(),
    jobs: z.enum(["active", "inactive", "all"]).optional(),
    role: z
      .string()
      .max(40)
      .describe(`The company's part in a job: ${MAP_ROLE_FILTERS.map(({ value }) => value).join(", ")}.`)
      .optional(),
    product: z.coerce.number().int().min(1).max(999_999).describe("A product type's id.").optional(),
    text: z.string().max(80).describe("A part of a name.").optional(),
    areas: z.enum(["1"]).describe("Also the areas of the jobs, in a box of at most 12 degrees.").optional(),
  }),
  output: companyMapOutput,
  async run(
    ctx,
    { west = -180, south = -85, east = 180, north = 85, kinds = "", jobs = "active", text = "", ...asked },
  ) {
    const clamp = (value: number) => Math.max(-85, Math.min(85, value));
    const box = {
      min_longitude: west,
      max_longitude: east,
      min_latitude: clamp(south),
      max_latitude: clamp(north),
    };
    if (box.min_latitude >= box.max_latitude || west === east) throw invalid({ south: [BOX] });
    const { role = "any", product = "" } = asked;
    const filter = parseMapFilter(
      new URLSearchParams({ kinds, jobs, role, product: String(product), q: text }),
    );
    const [sights, ways] = await Promise.all([readMapPlaces(ctx, filter), readLoadsOnTheWay(ctx, filter)]);
    const inside = sights.filter((sight) => isPointInBox(sight, box));
    const moving = ways.filter(
      (way) => isPointInBox(way.to, box) || (way.from && isPointInBox(way.from, box)),
    );
    const isNear = east > west && east - west <= WIDEST_WITH_AREAS;
    const ids = inside.flatMap(({ kind, id }) => (kind === "job" ? [id] : []));
    const land = asked.areas && isNear ? await readJobAreas(ctx.read, ctx.actor, ids) : [];
    const features = [
      ...land.map(areaOf),
      ...inside.map(featureOf),
      ...moving.map((way) => wayOf(way, onTheWayWords(way, ctx.actor.zone))),
    ];
    return {
      type: "FeatureCollection" as const,
      features: features.slice(0, MAX_MAP_PLACES),
      meta: { total: features.length, more: features.length > MAX_MAP_PLACES },
    };
  },
});

const areaOf = ({ id, name, geom }: Awaited<ReturnType<typeof readJobAreas>>[number]) => ({
  type: "Feature" as const,
  properties: { kind: "area" as const, id, name, about: "", is_active: true, job_id: id, count: null },
  geometry: geom,
});

const positionOf = ({ latitude, longitude }: Point) => [longitude, latitude];

function featureOf({ kind, id, name, about, is_active, job_id, ...at }: MapPlace) {
  const geometry: GeoPoint = { type: "Point", coordinates: positionOf(at) };
  return {
    type: "Feature" as const,
    properties: { kind, id, name, about, is_active, job_id, count: null },
    geometry,
  };
}

/**
 * Return loads on the way as a line between their start and end, not as a position; as a point if the viewer may see
 * only the end.
 */
function wayOf(way: LoadsOnTheWay, about: string) {
  const { from, to, name, count, job_id } = way;
  const geometry: GeoPoint | LineString = from
    ? { type: "LineString", coordinates: [positionOf(from), positionOf(to)] }
    : { type: "Point", coordinates: positionOf(to) };
  const properties = { kind: "load" as const, id: null, name, about, is_active: true, job_id, count };
  return { type: "Feature" as const, properties, geometry };
}
