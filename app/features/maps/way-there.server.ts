import type { Read } from "#db/client.server";
import { formatMiles, type Point } from "~/domain/geo/geo";
import { readPlaceNote } from "./find-places.server";
import { findNearestRoad } from "./find-roads.server";

const MAX_ROWS = 20;
/** Who stands on a road needs no word of how far it is. */
const ON_IT = 0.05;

/** How somebody gets to a place who knows the towns and the roads. */
export type DirectionsLink = { name: string; position: string; words: string };

/** The way to each place in words: from the nearest town, its section, the nearest road that was imported by name. */
export function readDirections(
  read: Read,
  places: readonly (Point & { name: string })[],
): Promise<DirectionsLink[]> {
  return Promise.all(
    places.slice(0, MAX_ROWS).map(async ({ name, latitude, longitude }) => {
      const target = { latitude, longitude };
      const [about, road] = await Promise.all([readPlaceNote(read, target), findNearestRoad(read, target)]);
      const from =
        road && (road.miles < ON_IT ? `on ${road.name}` : `${formatMiles(road.miles)} from ${road.name}`);
      const position = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
      return { name, position, words: [about, from].filter(Boolean).join("; ") };
    }),
  );
}
