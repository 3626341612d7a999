import { formatZoneNote } from "~/lib/time/place-time";
import { toLocal } from "~/lib/time/time";
import { isTimeField } from "~/modules/trip-tickets/rules/edit-boxes";
import { getZoneOfTime, type LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";

/**
 * Format a ticket's time in the time zone of its place, or of the file if the place has none. The zone is added if it
 * differs from the file's, or if the local time occurs twice: "2026-11-16 11:05 PST".
 */
export function formatTimeCell(iso: string | null, key: string, places: LoadTimeZones, file: string) {
  if (!iso) return null;
  const place = isTimeField(key) ? getZoneOfTime(places, key) : file;
  return `${toLocal(iso, place).replace("T", " ")}${formatZoneNote(iso, place, file)}`;
}
