import type { Read } from "#db/client.server";
import { readClick, readMapState, type View } from "~/lib/geo/view";
import type { PlaceMark } from "~/modules/maps/rules/scene";
import { drawMap } from "~/modules/maps/shared/drawing.server";
import {
  findPlacesAndAddresses,
  type PlaceSearch,
  readPlaceNote,
} from "~/modules/maps/shared/find-places.server";

/** Draw a map of the given view with marks on it. */
export const drawPlacesMap = (
  read: Read,
  view: View,
  marks: readonly PlaceMark[],
  finding: PlaceSearch | null = null,
) => drawMap(read, { view, county_id: null, pin: null, areas: [], marks, found: finding?.places?.[0] });
export type PlaceDrawing = Awaited<ReturnType<typeof drawPlacesMap>>;

/** Read the pin, the view and the search words from a URL. */
export async function readPinState(read: Read, query: URLSearchParams, start: View) {
  const { pin, view } = readMapState(query, start);
  const typed = (query.get("place") ?? "").trim().slice(0, 600);
  const asks = typed !== "" && query.has("find") && !query.has("look") && !readClick(query);
  const { places, isOnItsWay } = asks
    ? await findPlacesAndAddresses(read, typed, pin ?? start)
    : { places: null, isOnItsWay: false };
  const finding: PlaceSearch = { typed, places, isOnItsWay, about: await readPlaceNote(read, pin) };
  return { pin, view: places?.[0]?.view ?? view, finding };
}
