import type { Read } from "#db/client.server";
import { sampleAreaPoints } from "~/lib/geo/areas";
import type { Point } from "~/lib/geo/geo";
import type { JobLocation } from "~/lib/geo/location";
import { isSameSection } from "~/lib/land-description/land";
import { formatLand } from "~/lib/land-description/plss";
import { type FoundSection, findSectionsAt } from "./townships.server";

type Said = { township: string; range: string; section: string };
export type LandNotice = { title: string; said: string; land: FoundSection; text: string };

/** Possible error of the approximate grid, in degrees: a section this close to the line gets no notice. */
const OFF = { latitude: 0.0055, longitude: 0.0078 };
const around = ({ latitude, longitude }: Point): Point[] =>
  [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => ({
      latitude: latitude + north * OFF.latitude,
      longitude: longitude + east * OFF.longitude,
    })),
  );

const textOf = (land: Said) => formatLand({ ...land, meridian: null });

/**
 * Return the section that contains a job's pin or most of its shape, if the job names another section; null if they
 * agree or no survey lines exist there. This is a suggestion; the deed decides.
 */
export async function readLandNotice(
  read: Read,
  place: JobLocation,
  result: Said,
): Promise<LandNotice | null> {
  const { geom, latitude, longitude } = place;
  const pin = latitude === null || longitude === null ? [] : [{ latitude, longitude }];
  const points = geom ? sampleAreaPoints(geom) : pin;
  const sectionsAt = await findSectionsAt(read, points);
  const [most] = sectionsAt;
  if (!most) return null;
  const same = (land: FoundSection) => isSameSection({ ...land, section: land.section ?? "" }, result);
  if (same(most)) return null;
  // Checking for grid error needs nine times as many points, so it is done only if the original points don't agree.
  if (
    most.is_approximate &&
    (sectionsAt.some(same) || (await findSectionsAt(read, points.flatMap(around))).some(same))
  )
    return null;
  const text = textOf({ ...most, section: most.section ?? "" });
  return {
    title: geom ? `The shape lies mostly in ${text}. Use that?` : `The pin lies in ${text}. Use that?`,
    said: textOf(result),
    land: most,
    text,
  };
}
