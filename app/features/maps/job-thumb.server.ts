import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { outliving } from "#db/outliving";
import { prepared } from "#db/prepared.server";
import { usCounty, usCountyGeometry } from "#db/schema";
import { SQUARE, type View, viewOf } from "~/domain/geo/view";
import { outlinesOf } from "./counties.server";
import { type Pixel, pixel } from "./scene";

/** A job's county with where it is in it, as small as a thumbnail: a path and a place in a small square. */
export type JobThumb = { county: string; at: Pixel | null };

type Place = { us_county_id: number; latitude: number | null; longitude: number | null };

/** Points of an outline that are nearer to each other can't be told apart in a thumbnail. */
const APART = 14;

type Drawn = { view: View; county: string };
type County = typeof usCounty.$inferSelect & { geom: string };

const findCounties = prepared((read) =>
  read
    .select({ box: usCounty, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(sql`${usCounty.id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`),
);

/** What was drawn of an outline: every page of jobs shows the same few counties. */
const kept = outliving(new Map<string, Drawn | null>());
/** Half a megabyte; a company's jobs lie in a few dozen. */
const MOST_KEPT = 1000;

function draw({ geom, ...box }: County): Drawn | null {
  const view = viewOf(
    [
      { latitude: box.min_latitude, longitude: box.min_longitude },
      { latitude: box.max_latitude, longitude: box.max_longitude },
    ],
    12,
    SQUARE,
  );
  return view && { view, county: outlinesOf([{ geom }], view, APART) };
}

function drawn(county: County): Drawn | null {
  const { geom, min_latitude, min_longitude, max_latitude, max_longitude } = county;
  const key = [min_latitude, min_longitude, max_latitude, max_longitude, geom].join(" ");
  const found = kept.get(key);
  if (found !== undefined) return found;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = draw(county);
  kept.set(key, made);
  return made;
}

/** Draw the counties of a list's jobs, each county read once. The caller lets only those ask who may know where the jobs are. */
export async function thumbsOf(
  read: Read,
  places: readonly Place[],
): Promise<(place: Place) => JobThumb | null> {
  const ids = [...new Set(places.map((place) => place.us_county_id))];
  const rows = ids.length ? await findCounties(read, { ids: JSON.stringify(ids) }) : [];
  const maps = new Map(rows.map(({ box, geom }) => [box.id, drawn({ ...box, geom })]));
  return ({ us_county_id, latitude, longitude }) => {
    const map = maps.get(us_county_id);
    if (!map) return null;
    const at = latitude === null || longitude === null ? null : pixel({ latitude, longitude }, map.view);
    return { county: map.county, at };
  };
}
