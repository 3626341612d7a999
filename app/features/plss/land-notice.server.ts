import type { Read } from "#db/client.server";
import { pointsIn } from "~/domain/geo/areas";
import type { Point } from "~/domain/geo/geo";
import type { JobLocation } from "~/domain/geo/location";
import { isSameLand } from "~/domain/plss/land";
import { describeLand } from "~/domain/plss/plss";
import { type FoundSection, sectionsAt } from "./townships.server";

type Said = { township: string; range: string; section: string };
export type LandNotice = { title: string; said: string; land: FoundSection; text: string };

/** How far the approximate grid may be off, in degrees: a section beside the line is not worth a word. */
const OFF = { latitude: 0.0055, longitude: 0.0078 };
const around = ({ latitude, longitude }: Point): Point[] =>
  [-1, 0, 1].flatMap((north) =>
    [-1, 0, 1].map((east) => ({
      latitude: latitude + north * OFF.latitude,
      longitude: longitude + east * OFF.longitude,
    })),
  );

const textOf = (land: Said) => describeLand({ ...land, meridian: null });

/**
 * The section that a job's pin or most of its shape is in, if the job says another one; null if they agree or no land
 * lines are known. This is a suggestion; the deed decides.
 */
export async function landNotice(read: Read, place: JobLocation, said: Said): Promise<LandNotice | null> {
  const { geom, latitude, longitude } = place;
  const pin = latitude === null || longitude === null ? [] : [{ latitude, longitude }];
  const points = geom ? pointsIn(geom) : pin;
  const found = await sectionsAt(read, points);
  const [most] = found;
  if (!most) return null;
  const same = (land: FoundSection) => isSameLand({ ...land, section: land.section ?? "" }, said);
  if (same(most)) return null;
  // Around is nine times as much: it is looked at where the land itself does not agree.
  if (
    most.is_approximate &&
    (found.some(same) || (await sectionsAt(read, points.flatMap(around))).some(same))
  )
    return null;
  const text = textOf({ ...most, section: most.section ?? "" });
  return {
    title: geom ? `The shape lies mostly in ${text}. Use that?` : `The pin lies in ${text}. Use that?`,
    said: textOf(said),
    land: most,
    text,
  };
}
