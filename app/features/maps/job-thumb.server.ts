import { eq, inArray } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { usCounty, usCountyGeometry } from "#db/schema";
import { SQUARE, viewOf } from "~/domain/geo/view";
import { outlinesOf } from "./counties.server";
import { type Pixel, pixel } from "./scene";

/** A job's county with where it is in it, as small as a thumbnail: a path and a place in a small square. */
export type JobThumb = { county: string; at: Pixel | null };

type Place = { us_county_id: number; latitude: number | null; longitude: number | null };

/** Points of an outline that are nearer to each other can't be told apart in a thumbnail. */
const APART = 14;

/** Draw the counties of a list's jobs, each county read once. The caller lets only those ask who may know where the jobs are. */
export async function thumbsOf(
  read: Read,
  places: readonly Place[],
): Promise<(place: Place) => JobThumb | null> {
  const ids = [...new Set(places.map((place) => place.us_county_id))];
  const rows = ids.length
    ? await read
        .select({ box: usCounty, geom: usCountyGeometry.geom })
        .from(usCounty)
        .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
        .where(inArray(usCounty.id, ids))
    : [];
  const drawn = new Map(
    rows.flatMap(({ box, geom }) => {
      const corners = [
        { latitude: box.min_latitude, longitude: box.min_longitude },
        { latitude: box.max_latitude, longitude: box.max_longitude },
      ];
      const view = viewOf(corners, 12, SQUARE);
      return view ? [[box.id, { view, county: outlinesOf([{ geom }], view, APART) }] as const] : [];
    }),
  );
  return ({ us_county_id, latitude, longitude }) => {
    const map = drawn.get(us_county_id);
    if (!map) return null;
    const at = latitude === null || longitude === null ? null : pixel({ latitude, longitude }, map.view);
    return { county: map.county, at };
  };
}
