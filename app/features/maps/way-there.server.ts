import type { Read } from "#db/client.server";
import { milesText, type Point } from "~/domain/geo/geo";
import { aboutPlace } from "./find-places.server";
import { nearestRoad } from "./find-roads.server";

const MOST = 20;
/** Who stands on a road needs no word of how far it is. */
const ON_IT = 0.05;

/** How somebody gets to a place who knows the towns and the roads. */
export type WayThere = { name: string; position: string; words: string };

/** The way to each place in words: from the nearest town, its section, the nearest road that was imported by name. */
export function waysThere(read: Read, places: readonly (Point & { name: string })[]): Promise<WayThere[]> {
  return Promise.all(
    places.slice(0, MOST).map(async ({ name, latitude, longitude }) => {
      const at = { latitude, longitude };
      const [about, road] = await Promise.all([aboutPlace(read, at), nearestRoad(read, at)]);
      const from =
        road && (road.miles < ON_IT ? `on ${road.name}` : `${milesText(road.miles)} from ${road.name}`);
      const position = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
      return { name, position, words: [about, from].filter(Boolean).join("; ") };
    }),
  );
}
