import { getOuterRings } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import { parseGeometry } from "~/lib/geo/location";
import { formatLandingName } from "~/modules/jobs/shared/landings.server";
import type { PlaceMark } from "../rules/scene";

/** Land around a place: outlines, and named marks on it. */
export type SurroundingLand = { areas: Point[][]; marks: PlaceMark[] };

type JobPlace = { name: string; latitude: number | null; longitude: number | null; geom: string | null };

/** Convert a job's land and landings for a map on which a place is picked. */
export function toSurroundingLand(
  { name, latitude, longitude, geom }: JobPlace,
  landings: readonly (Omit<JobPlace, "name" | "geom"> & { id: number; name: string | null })[] = [],
): SurroundingLand {
  const shape = geom ? parseGeometry(geom) : null;
  const marks = landings.flatMap((l): PlaceMark[] =>
    l.latitude === null || l.longitude === null
      ? []
      : [{ name: formatLandingName(l), latitude: l.latitude, longitude: l.longitude }],
  );
  if (shape) return { areas: getOuterRings(shape), marks };
  const pin = latitude === null || longitude === null ? [] : [{ name, latitude, longitude, here: true }];
  return { areas: [], marks: [...pin, ...marks] };
}
