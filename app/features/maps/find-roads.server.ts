import type { Read } from "#db/client.server";
import { nearGround } from "~/core/ground/near.server";
import { milesBetween, type Point } from "~/domain/geo/geo";
import type { PackedLine } from "~/domain/geo/packed";
import { roadMatch } from "~/domain/geo/road-name";

/** So far from where it is looked for a road may run, in degrees of latitude: three miles. */
const FAR = 0.043;
const MOST_ROADS = 4_000;

/** The nearest place on the road that somebody calls so; null where no imported road answers to that. */
export async function onRoad(
  read: Read,
  near: Point,
  called: string,
): Promise<{ at: Point; name: string } | null> {
  const roads = await roadsAround(read, near);
  const named = roads
    .map((road) => ({ road, match: roadMatch(road.name_key, called) }))
    .filter(({ match }) => match > 0);
  const best = Math.max(...named.map(({ match }) => match));
  let found: { at: Point; name: string; far: number } | null = null;
  for (const { road, match } of named) {
    // Pieces of one road differ in their names by little: "Old 27 N", "Old US Hwy 27".
    if (match < best - 0.1) continue;
    for (const line of road.lines) {
      const here = nearestOn(line, near);
      if (here && here.far < (found?.far ?? FAR)) found = { ...here, name: road.name };
    }
  }
  return found;
}

/** The nearest road that has a name, and how far it is; null where none was imported within three miles. */
export async function nearestRoad(read: Read, to: Point): Promise<{ name: string; miles: number } | null> {
  let found: { name: string; at: Point; far: number } | null = null;
  for (const { name, lines } of await roadsAround(read, to))
    for (const line of name ? lines : []) {
      const here = nearestOn(line, to);
      if (here && here.far < (found?.far ?? FAR)) found = { ...here, name };
    }
  return found && { name: found.name, miles: milesBetween(to, found.at) };
}

async function roadsAround(read: Read, near: Point) {
  const wide = FAR / Math.cos((near.latitude * Math.PI) / 180);
  const box = {
    min_latitude: near.latitude - FAR,
    max_latitude: near.latitude + FAR,
    min_longitude: near.longitude - wide,
    max_longitude: near.longitude + wide,
  };
  return (await nearGround(read, box, 5, MOST_ROADS)).filter(({ kind }) => kind === "road");
}

/** The nearest place of a line to another, and how far that is in degrees of latitude. */
function nearestOn(line: PackedLine, to: Point): { at: Point; far: number } | null {
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
