import type { Read } from "#db/client.server";
import { readNearbyFeatures } from "~/lib/basemap/near.server";
import { computeMilesBetween, type Point } from "~/lib/geo/geo";
import type { FlatLine } from "~/lib/geo/packed";
import { rankRoadMatch } from "~/lib/geo/road-name";

/** Maximum distance of a road from the searched place, in degrees of latitude: three miles. */
const FAR = 0.043;
const MAX_ROADS = 4_000;

/** Find the nearest point on the road with that name; null if no imported road matches. */
export async function findNearestPointOnRoad(
  read: Read,
  near: Point,
  called: string,
): Promise<{ at: Point; name: string } | null> {
  const roads = await roadsAround(read, near);
  const named = roads
    .map((road) => ({ road, match: rankRoadMatch(road.name_key, called) }))
    .filter(({ match }) => match > 0);
  const best = Math.max(...named.map(({ match }) => match));
  let result: { at: Point; name: string; far: number } | null = null;
  for (const { road, match } of named) {
    // Names of a road's pieces differ slightly: "Old 27 N", "Old US Hwy 27".
    if (match < best - 0.1) continue;
    for (const line of road.lines) {
      const here = nearestOn(line, near);
      if (here && here.far < (result?.far ?? FAR)) result = { ...here, name: road.name };
    }
  }
  return result;
}

/** Find the nearest named road and its distance in miles; null if no road within three miles was imported. */
export async function findNearestRoad(
  read: Read,
  to: Point,
): Promise<{ name: string; miles: number } | null> {
  let match: { name: string; at: Point; far: number } | null = null;
  for (const { name, lines } of await roadsAround(read, to))
    for (const line of name ? lines : []) {
      const here = nearestOn(line, to);
      if (here && here.far < (match?.far ?? FAR)) match = { ...here, name };
    }
  return match && { name: match.name, miles: computeMilesBetween(to, match.at) };
}

async function roadsAround(read: Read, near: Point) {
  const wide = FAR / Math.cos((near.latitude * Math.PI) / 180);
  const box = {
    min_latitude: near.latitude - FAR,
    max_latitude: near.latitude + FAR,
    min_longitude: near.longitude - wide,
    max_longitude: near.longitude + wide,
  };
  return (await readNearbyFeatures(read, box, 5, MAX_ROADS)).filter(({ kind }) => kind === "road");
}

/** Find the point of a line that is nearest to a place, and its distance in degrees of latitude. */
function nearestOn(line: FlatLine, to: Point): { at: Point; far: number } | null {
  const shrink = Math.cos((to.latitude * Math.PI) / 180);
  let best: { at: Point; far: number } | null = null;
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = line.slice(i, i + 4);
    const [dx, dy] = [(bx - ax) * shrink, by - ay];
    const [px, py] = [(to.longitude - ax) * shrink, to.latitude - ay];
    const length = dx * dx + dy * dy;
    const share = length ? Math.max(0, Math.min(1, (px * dx + py * dy) / length)) : 0;
    const far = Math.hypot(px - share * dx, py - share * dy);
    if (best && best.far <= far) continue;
    const round = (value: number) => Math.round(value * 1e6) / 1e6;
    best = { at: { latitude: round(ay + share * (by - ay)), longitude: round(ax + share * (bx - ax)) }, far };
  }
  return best;
}
