import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { usCounty, usCountyGeometry } from "#db/schema";
import { fitView, SQUARE_MAP_SIZE, type View } from "~/lib/geo/view";
import { registerResettable } from "~/lib/process-state";
import { type Pixel, toViewPixel } from "../rules/scene";
import { drawOutlines } from "./counties.server";

/** Thumbnail of a job: the outline of its county as a path, and the job's position as a point, in a small square. */
export type JobThumbnail = { county: string; at: Pixel | null };

type Place = { us_county_id: number; latitude: number | null; longitude: number | null };

/** Minimum distance between points of an outline; closer points can't be told apart in a thumbnail. */
const APART = 14;

type Drawn = { view: View; county: string };
type County = typeof usCounty.$inferSelect & { geom: string };

const findCounties = prepareQuery((read) =>
  read
    .select({ box: usCounty, geom: usCountyGeometry.geom })
    .from(usCounty)
    .innerJoin(usCountyGeometry, eq(usCountyGeometry.us_county_id, usCounty.id))
    .where(sql`${usCounty.id} IN ${jsonListSql(sql.placeholder("ids"))}`),
);

/** Cache of drawn outlines: every page of jobs shows the same few counties. */
const stored = registerResettable(new Map<string, Drawn | null>());
/** Maximum number of cached outlines, about half a megabyte. A company's jobs lie in a few dozen counties. */
const MAX_CACHED = 1000;

function draw({ geom, ...box }: County): Drawn | null {
  const view = fitView(
    [
      { latitude: box.min_latitude, longitude: box.min_longitude },
      { latitude: box.max_latitude, longitude: box.max_longitude },
    ],
    12,
    SQUARE_MAP_SIZE,
  );
  return view && { view, county: drawOutlines([{ geom }], view, APART) };
}

function drawn(county: County): Drawn | null {
  const { geom, min_latitude, min_longitude, max_latitude, max_longitude } = county;
  const key = [min_latitude, min_longitude, max_latitude, max_longitude, geom].join(" ");
  const match = stored.get(key);
  if (match !== undefined) return match;
  if (stored.size >= MAX_CACHED) stored.clear();
  const created = draw(county);
  stored.set(key, created);
  return created;
}

/**
 * Draw thumbnails of the counties in a list of jobs, reading each county once. The caller must check that the actor may
 * see where the jobs are.
 */
export async function createJobThumbnails(
  read: Read,
  places: readonly Place[],
): Promise<(place: Place) => JobThumbnail | null> {
  const ids = [...new Set(places.map((place) => place.us_county_id))];
  const rows = ids.length ? await findCounties(read, { ids: JSON.stringify(ids) }) : [];
  const maps = new Map(rows.map(({ box, geom }) => [box.id, drawn({ ...box, geom })]));
  return ({ us_county_id, latitude, longitude }) => {
    const map = maps.get(us_county_id);
    if (!map) return null;
    const target =
      latitude === null || longitude === null ? null : toViewPixel({ latitude, longitude }, map.view);
    return { county: map.county, at: target };
  };
}
