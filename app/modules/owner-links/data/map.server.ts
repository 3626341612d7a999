import type { MultiPolygon } from "geojson";
import type { Read } from "#db/client.server";
import { getOuterRings } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { fitView } from "~/lib/geo/view";
import { drawMap } from "~/modules/maps/shared/drawing.server";

type Place = { us_county_id: number; latitude: number | null; longitude: number | null };

/** Draw the owner's land in its county, as areas or else as a pin; null if the job has neither areas nor a pin. */
export async function drawOwnerMap(read: Read, place: Place, geom: MultiPolygon | null) {
  const areas = geom ? getOuterRings(geom) : [];
  const { latitude, longitude } = place;
  const pin: Point | null = latitude === null || longitude === null ? null : { latitude, longitude };
  const around = areas.length ? areas.flat() : pin ? [pin] : [];
  const view = fitView(around, 14);
  if (!view) return null;
  return drawMap(read, {
    view: areas.length ? view : { ...view, zoom: Math.min(view.zoom, 11) },
    county_id: place.us_county_id,
    pin: areas.length ? null : pin,
    areas: areas.map((points) => ({ points, isClosed: true })),
  });
}
