import type { Read } from "#db/client.server";
import { clickIn, mapState, type View } from "~/domain/geo/view";
import { drawMap } from "~/features/maps/drawing.server";
import { aboutPlace, type Finding, placesAndAddresses } from "~/features/maps/find-places.server";
import type { PlaceMark } from "~/features/maps/scene";

/** The map around a view with marks on it. */
export const drawPlaces = (
  read: Read,
  view: View,
  marks: readonly PlaceMark[],
  finding: Finding | null = null,
) => drawMap(read, { view, county_id: null, pin: null, areas: [], marks, found: finding?.places?.[0] });
export type PlaceDrawing = Awaited<ReturnType<typeof drawPlaces>>;

/** The pin and the view that an address says, and what it looks for by words. */
export async function pinState(read: Read, query: URLSearchParams, start: View) {
  const { pin, view } = mapState(query, start);
  const typed = (query.get("place") ?? "").trim().slice(0, 600);
  const asks = typed !== "" && query.has("find") && !query.has("look") && !clickIn(query);
  const { places, isOnItsWay } = asks
    ? await placesAndAddresses(read, typed, pin ?? start)
    : { places: null, isOnItsWay: false };
  const finding: Finding = { typed, places, isOnItsWay, about: await aboutPlace(read, pin) };
  return { pin, view: places?.[0]?.view ?? view, finding };
}
