import { max } from "drizzle-orm";
import type { Point as GeoPoint, MultiLineString, MultiPolygon } from "geojson";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { groundFeature } from "#db/schema";
import { intersectsBox, readCountyBorders, toDegrees } from "~/lib/basemap/land.server";
import { getMaxRankAtZoom, type NearbyFeature, readNearbyFeatures } from "~/lib/basemap/near.server";
import { type Box, getBoxCenter } from "~/lib/geo/geo";
import type { FlatLine } from "~/lib/geo/packed";
import { readSectionsInBox, readTownshipsInBox } from "~/modules/land/shared/townships.server";
import { nearbyFeaturesOutput } from "~/web/geojson-output";
import { procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { readCountiesInBox, readCountyOutlines } from "../shared/counties.server";

const MAX_FEATURES = 3_000;
const MAX_TOWNSHIPS = 150;
const MAX_SECTIONS = 400;
/** Minimum zooms for townships and sections; at lower zooms they are only a few pixels wide. */
const TOWNSHIP_ZOOM = 9;
const SECTION_ZOOM = 11;
/**
 * Minimum zooms for counties (a few pixels wide at this zoom), for county names, and for exact county outlines. Coarse
 * borders suffice at lower zooms.
 */
const COUNTY_ZOOM = 6;
const COUNTY_NAMES_ZOOM = 8;
const COUNTY_OUTLINES_ZOOM = 9;
/** Maximum width and height of a box in degrees: a large screen at the lowest zoom with map data. */
const WIDEST = 30;

const BOX = "Give a box that isn't empty: west and east, south and north in degrees, at most 30 wide.";
const degrees = (most: number) => z.coerce.number(BOX).min(-most, BOX).max(most, BOX);

type Shape = MultiPolygon | MultiLineString | GeoPoint;
type Kind = "street" | "water" | "stream" | "town" | "county" | "township" | "section";
const feature = (kind: Kind, name: string, rank: number, geometry: Shape, is_approximate = false) => ({
  type: "Feature" as const,
  properties: { kind, name, rank, is_approximate },
  geometry,
});

/**
 * Return the map data in a box at close zoom: imported roads, waters and towns, townships and their sections. The
 * interactive map requests it after each move.
 */
export const getLocalMapData = procedure({
  name: "getGroundNear",
  input: z.strictObject({
    west: degrees(180),
    south: degrees(90),
    east: degrees(180),
    north: degrees(90),
    zoom: z.coerce.number().min(0).max(24).describe("The zoom level: smaller roads appear at 9, 12 and 13."),
  }),
  output: nearbyFeaturesOutput,
  async run(ctx, { west, south, east, north, zoom }) {
    if (west >= east || south >= north || east - west > WIDEST || north - south > WIDEST)
      throw invalid({ west: [BOX] });
    const box = { min_longitude: west, max_longitude: east, min_latitude: south, max_latitude: north };
    const [near, counties, land, [first]] = await Promise.all([
      readNearbyFeatures(ctx.read, box, getMaxRankAtZoom(zoom), MAX_FEATURES),
      countiesNear(ctx.read, box, zoom),
      landIn(ctx.read, box, zoom),
      ctx.read.select({ id: max(groundFeature.id) }).from(groundFeature),
    ]);
    return {
      type: "FeatureCollection" as const,
      features: [...near.map(featureOf), ...counties, ...land],
      meta: { more: near.length === MAX_FEATURES, has_roads: first?.id != null },
    };
  },
});

/**
 * Return borders between counties at distant zooms, the outline of each county at close zooms, and county names where
 * they fit.
 */
async function countiesNear(read: Read, box: Box, zoom: number) {
  if (zoom < COUNTY_ZOOM) return [];
  const named = zoom < COUNTY_NAMES_ZOOM ? [] : await readCountiesInBox(read, box);
  const names = named.map(({ name, ...county }) => {
    const { latitude, longitude } = getBoxCenter(county);
    return feature("county", name, 4, { type: "Point", coordinates: [longitude, latitude] });
  });
  if (zoom >= COUNTY_OUTLINES_ZOOM) {
    const outlines = await readCountyOutlines(read, box);
    return [...outlines.map(({ name, geom }) => feature("county", name, 4, geom)), ...names];
  }
  const borders = (await readCountyBorders()).filter((line) => intersectsBox(line, box)).map(toDegrees);
  return [feature("county", "", 4, { type: "MultiLineString", coordinates: borders }, true), ...names];
}

async function landIn(read: Read, box: Box, zoom: number) {
  if (zoom < TOWNSHIP_ZOOM) return [];
  const [townships, sections] = await Promise.all([
    readTownshipsInBox(read, box, MAX_TOWNSHIPS),
    zoom < SECTION_ZOOM ? [] : readSectionsInBox(read, box, MAX_SECTIONS),
  ]);
  return [
    ...sections.map(({ section, geom }) => feature("section", `Section ${section}`, 4, geom)),
    ...townships.map((t) => feature("township", `${t.township} ${t.range}`, 3, t.geom, t.is_approximate)),
  ];
}

const pairsOf = (line: FlatLine) => {
  const all: number[][] = [];
  for (let i = 0; i + 1 < line.length; i += 2) all.push([line[i] ?? 0, line[i + 1] ?? 0]);
  return all;
};

function featureOf({ kind, name, rank, lines }: NearbyFeature) {
  const all = lines.map(pairsOf);
  if (kind === "town") return feature("town", name, rank, { type: "Point", coordinates: all[0]?.[0] ?? [] });
  // Rings of islands belong to the same water feature, which is filled by the even-odd rule.
  if (kind === "water") return feature("water", name, rank, { type: "MultiPolygon", coordinates: [all] });
  return feature(kind === "road" ? "street" : "stream", name, rank, {
    type: "MultiLineString",
    coordinates: all,
  });
}
