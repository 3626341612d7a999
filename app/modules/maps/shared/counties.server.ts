import { type GeoContext, geoMercator, geoPath } from "d3-geo";
import { and, eq, gte, lte } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { usCounty, usCountyGeometry } from "#db/schema";
import { getOuterRings, isInRing } from "~/lib/geo/areas";
import type { Box, Point } from "~/lib/geo/geo";
import { parseStoredGeometry, toMultiPolygon } from "~/lib/geo/geometry";
import { getViewBox, getViewSize, type View } from "~/lib/geo/view";

const EDGE = 4;

const inside = (box: Box) =>
  and(
    lte(usCounty.min_longitude, box.max_longitude),
    gte(usCounty.max_longitude, box.min_longitude),
    lte(usCounty.min_latitude, box.max_latitude),
    gte(usCounty.max_latitude, box.min_latitude),
  );

/** Read the counties in a view, with their outlines. */
export function readCountiesInView(read: Read, view: View) {
  return read
    .select({ geom: usCountyGeometry.geom, box: usCounty })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(inside(getViewBox(view)))
    .orderBy(usCounty.id)
    .limit(400);
}

/** Read the counties in a box, without their outlines. */
export const readCountiesInBox = (read: Read, box: Box) =>
  read.select().from(usCounty).where(inside(box)).orderBy(usCounty.id).limit(150);

/** Read the outlines of the counties in a box as GeoJSON, accurate to a hundred meters. */
export async function readCountyOutlines(read: Read, box: Box) {
  const results = await read
    .select({ name: usCounty.name, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(inside(box))
    .orderBy(usCounty.id)
    .limit(60);
  return results.map(({ name, geom }) => ({ name, geom: toMultiPolygon(parseStoredGeometry(geom)) }));
}

/** Find the county at a place; null at sea or abroad. */
export async function findCountyAt(read: Read, point: Point) {
  const { latitude, longitude } = point;
  const results = await read
    .select({ id: usCounty.id, us_state_id: usCounty.us_state_id, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(
      inside({
        min_longitude: longitude,
        max_longitude: longitude,
        min_latitude: latitude,
        max_latitude: latitude,
      }),
    )
    .orderBy(usCounty.id);
  const own = results.find(({ geom }) =>
    getOuterRings(toMultiPolygon(parseStoredGeometry(geom))).some((ring) => isInRing(point, ring)),
  );
  return own ? { id: own.id, us_state_id: own.us_state_id } : null;
}

/**
 * Draw the outlines of counties as one SVG path. On a distant view, points less than seven pixels apart are left out; a
 * small picture leaves out even more.
 */
export function drawOutlines(
  counties: readonly { geom: string }[],
  view: View,
  apart = view.zoom < 7 ? 7 : 1,
): string {
  const path = pathMaker(apart);
  const draw = geoPath(mercator(view), path);
  for (const { geom } of counties) draw(parseStoredGeometry(geom));
  return path.text();
}

function mercator(view: View) {
  const { width, height } = getViewSize(view);
  return geoMercator()
    .scale((512 * 2 ** view.zoom) / (2 * Math.PI))
    .center([view.longitude, view.latitude])
    .translate([width / 2, height / 2])
    .precision(0)
    .clipExtent([
      [-EDGE, -EDGE],
      [width + EDGE, height + EDGE],
    ]);
}

/** Collect a path as it is drawn, leaving out points that coincide with the point before. */
function pathMaker(apart: number): GeoContext & { text(): string } {
  let text = "";
  let [lastX, lastY] = [0, 0];
  const go = (letter: string, x: number, y: number) => {
    [lastX, lastY] = [Math.round(x), Math.round(y)];
    text += `${letter}${lastX},${lastY}`;
  };
  return {
    beginPath() {},
    arc() {},
    moveTo: (x, y) => go("M", x, y),
    lineTo(x, y) {
      if (Math.hypot(x - lastX, y - lastY) >= apart) go("L", x, y);
    },
    closePath() {
      text += "Z";
    },
    text: () => text.replace(/M[-\d]+,[-\d]+Z/g, ""),
  };
}
