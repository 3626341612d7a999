import { type Box, computeMilesBetween, isPointInBox, type Point } from "~/lib/geo/geo";

/** Town or place with a post office: `size` 4 for a large city, 1 for a small town, 0 for a post office alone. */
export type Town = Point & { name: string; us_county_id: number; size: number };

let read: Promise<Town[]> | undefined;

/** Read the towns that ship with the program, some 35,000 (docs/maps.md). */
export function readTowns(): Promise<Town[]> {
  read ??= import("./towns.json").then(({ default: { towns } }) =>
    towns.split(";").flatMap((county) => {
      const [id, ...rows] = county.split("|");
      return rows.map((row): Town => {
        const [name = "", latitude, longitude, size] = row.split(",");
        return {
          name,
          us_county_id: Number(id),
          latitude: Number(latitude) / 1000,
          longitude: Number(longitude) / 1000,
          size: Number(size),
        };
      });
    }),
  );
  return read;
}

/** Town with its position in the whole list, which sorts towns of equal size. */
type Placed = { town: Town; at: number };

let degrees: Promise<Map<number, Placed[]>> | undefined;

/** Group the towns by whole degree of latitude, once, because every query covers a small part of the country. */
const townsByDegree = () => {
  degrees ??= readTowns().then((all) => {
    const rows = new Map<number, Placed[]>();
    for (const [at, town] of all.entries()) {
      const degree = Math.floor(town.latitude);
      const row = rows.get(degree);
      if (row) row.push({ town, at });
      else rows.set(degree, [{ town, at }]);
    }
    return rows;
  });
  return degrees;
};

/**
 * Find the towns between two latitudes, including all towns of the first and last whole degree, even outside the
 * latitudes.
 */
async function townsAbout(south: number, north: number): Promise<Placed[]> {
  const rows = await townsByDegree();
  const placeds: Placed[] = [];
  const last = Math.min(north, 90);
  for (let degree = Math.floor(Math.max(south, -90)); degree <= last; degree++)
    placeds.push(...(rows.get(degree) ?? []));
  return placeds;
}

/** Return the towns in a box, larger ones first. */
export async function readTownsInBox(box: Box, least: number): Promise<Town[]> {
  const about = await townsAbout(box.min_latitude, box.max_latitude);
  return about
    .filter(({ town }) => town.size >= least && isPointInBox(town, box))
    .sort((a, b) => b.town.size - a.town.size || a.at - b.at)
    .map(({ town }) => town);
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9 ]/g, "")
    .replace(/\bsaint\b/g, "st")
    .trim();

let names: Promise<{ town: Town; name: string }[]> | undefined;

/** Return the towns with their normalized names for search, built only once, because that takes as long as a page. */
const townsByName = () => {
  names ??= readTowns().then((all) => all.map((town) => ({ town, name: plain(town.name) })));
  return names;
};

/** Find towns whose name starts with the typed text: equal names first, then the nearest, then the larger. */
export async function findTownsByName(
  typed: string,
  where: { state_ids: readonly number[]; near: Point | null },
  most: number,
): Promise<Town[]> {
  const name = plain(typed);
  if (!name) return [];
  const results = (await townsByName()).flatMap(({ town, name: own }) => {
    if (where.state_ids.length && !where.state_ids.includes(Math.floor(town.us_county_id / 1000))) return [];
    if (!own.startsWith(name)) return [];
    const miles = where.near ? computeMilesBetween(where.near, town) : 0;
    return [{ town, order: (own === name ? 0 : 1e6) + miles - town.size * 40 }];
  });
  return results
    .sort((a, b) => a.order - b.order)
    .slice(0, most)
    .map(({ town }) => town);
}

/** Find the town nearest to a place, with its distance in miles; null if no town is within 60 miles. */
export async function findNearestTown(place: Point): Promise<{ town: Town; miles: number } | null> {
  let best: { town: Town; miles: number } | null = null;
  for (const { town } of await townsAbout(place.latitude - 1, place.latitude + 1)) {
    if (Math.abs(town.latitude - place.latitude) > 1 || Math.abs(town.longitude - place.longitude) > 2)
      continue;
    const miles = computeMilesBetween(place, town) + (town.size === 0 ? 2 : 0);
    if (miles < (best?.miles ?? 60)) best = { town, miles };
  }
  return best && { town: best.town, miles: computeMilesBetween(place, best.town) };
}
