import { eq, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { usCounty } from "#db/schema";
import type { Point } from "~/domain/geo/geo";
import { boxOfView, MAP_PIXELS, pixelOf, rounded, type View } from "~/domain/geo/view";
import { countiesIn, outlinesOf } from "~/features/maps/counties.server";

/** A place on a map; `here` is the one that is spoken of. */
export type MapMark = { name: string; here?: boolean; number?: number } & Point;

const STEPS = [10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** What a view shows, as SVG paths in a square of fixed size: counties, lines of latitude and longitude, marks. */
export async function drawPlaces(read: Read, view: View, marks: readonly MapMark[]) {
  const counties = await countiesIn(read, view);
  return {
    view,
    counties: outlinesOf(counties, view),
    names: counties.length > 24 ? [] : namesIn(counties, view),
    grid: gridOf(view),
    marks: marks
      .map((mark) => ({ ...mark, at: rounded(pixelOf(mark, view)) }))
      .filter(({ at }) => at.every((v) => v >= 0 && v <= MAP_PIXELS)),
  };
}
export type PlaceDrawing = Awaited<ReturnType<typeof drawPlaces>>;

type CountyRow = { box: typeof usCounty.$inferSelect };

/** Names of the counties whose middle is in view. */
function namesIn(rows: CountyRow[], view: View) {
  return rows.flatMap(({ box }) => {
    const [x, y] = pixelOf(
      {
        latitude: (box.min_latitude + box.max_latitude) / 2,
        longitude: (box.min_longitude + box.max_longitude) / 2,
      },
      view,
    );
    const inside = x > 24 && x < MAP_PIXELS - 24 && y > 12 && y < MAP_PIXELS - 12;
    return inside ? [{ name: box.name, x: Math.round(x), y: Math.round(y) }] : [];
  });
}

/** Three to six lines each way, at round degrees. */
function gridOf(view: View) {
  const box = boxOfView(view);
  const wide = box.max_longitude - box.min_longitude;
  if (wide <= 0) return { lines: "", labels: [] };
  const step = STEPS.findLast((s) => wide / s <= 5 || s === 10) ?? 10;
  const from = (least: number) => Math.ceil(least / step) * step;
  const labels: { text: string; x: number; y: number }[] = [];
  let lines = "";
  for (let lng = from(box.min_longitude); lng < box.max_longitude; lng += step) {
    const x = Math.round(pixelOf({ latitude: view.latitude, longitude: lng }, view)[0]);
    lines += `M${x},0V${MAP_PIXELS}`;
    if (x > 40 && x < MAP_PIXELS - 30) labels.push({ text: degrees(lng), x, y: MAP_PIXELS - 4 });
  }
  for (let lat = from(box.min_latitude); lat < box.max_latitude; lat += step) {
    const y = Math.round(pixelOf({ latitude: lat, longitude: view.longitude }, view)[1]);
    lines += `M0,${y}H${MAP_PIXELS}`;
    if (y > 12 && y < MAP_PIXELS - 18) labels.push({ text: degrees(lat), x: 22, y: y - 2 });
  }
  return { lines, labels };
}

const degrees = (value: number) => String(Math.round(value * 1000) / 1000);

/** The middle of a state, to start looking from. */
export async function stateView(read: Read, stateId: number | null): Promise<View | null> {
  if (!stateId) return null;
  const [box] = await read
    .select({
      south: sql<number>`min(${usCounty.min_latitude})`,
      north: sql<number>`max(${usCounty.max_latitude})`,
      west: sql<number>`min(${usCounty.min_longitude})`,
      east: sql<number>`max(${usCounty.max_longitude})`,
    })
    .from(usCounty)
    .where(eq(usCounty.us_state_id, stateId));
  if (box?.south === undefined || box.south === null) return null;
  return { latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2, zoom: 5 };
}
