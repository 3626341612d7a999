import { formatCoordinates } from "~/lib/geo/coordinates";
import { formatClock, formatDay, getUtcOffset } from "~/lib/time/time";

/** Time and position that a camera stored in a photo. */
type Taken = {
  taken_local: string | null;
  taken_at: string | null;
  latitude: number | null;
  longitude: number | null;
};

const MINUTE = 60_000;

/** Format minutes ahead of UTC: "UTC-8", "UTC+5:30". */
function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? "-" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

/**
 * Format a photo's time by the camera's clock, "Nov 25, 2026, 3:10 PM", with the clock's UTC offset if it differs from
 * the reader's. Null if the camera stored no time.
 */
export function formatTaken({ taken_local: local, taken_at }: Taken, reader: string) {
  if (local === null) return null;
  const camera = new Date(`${local}Z`);
  const offset = taken_at === null ? null : camera.getTime() - Date.parse(taken_at);
  const isSame = offset === null || offset === getUtcOffset(new Date(taken_at ?? ""), reader);
  const zone = isSame ? "" : ` ${formatOffset(offset / MINUTE)}`;
  return {
    at: taken_at ?? local,
    text: `${formatDay(local.slice(0, 10))}, ${formatClock(camera, "UTC")}${zone}`,
  };
}

/** Return a photo's time and position for an API client; the position is included only if the client may see the land. */
export const toTakenFields = (
  { taken_local, taken_at, latitude, longitude }: Taken,
  canSeeLand: boolean,
): Taken => ({
  taken_local,
  taken_at,
  latitude: canSeeLand ? latitude : null,
  longitude: canSeeLand ? longitude : null,
});

/** Format a photo's position for a reader who may see the land; null for other readers, or if the camera stored none. */
export const formatPhotoPosition = ({ latitude, longitude }: Taken, canSeeLand: boolean): string | null =>
  canSeeLand && latitude !== null && longitude !== null ? formatCoordinates({ latitude, longitude }) : null;
