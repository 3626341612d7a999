import type { Read } from "#db/client.server";
import { formatMiles, type Point } from "~/lib/geo/geo";
import { readPlaceNote } from "../shared/find-places.server";
import { findNearestRoad } from "./find-roads.server";

const MAX_ROWS = 20;
/** Maximum distance in miles at which a place is on the road, so no distance is shown. */
const ON_IT = 0.05;

/** Directions to a place for a driver who knows the towns and roads. */
export type PlaceDirections = { name: string; position: string; words: string };

/** Describe the way to each place: from the nearest town, its section, and the nearest named road among imported roads. */
export function readDirections(
  read: Read,
  places: readonly (Point & { name: string })[],
): Promise<PlaceDirections[]> {
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
