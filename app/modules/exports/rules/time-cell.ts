import { formatZoneNote } from "~/lib/time/place-time";
import { toLocal } from "~/lib/time/time";
import { isTimeField } from "~/modules/trip-tickets/rules/edit-boxes";
import { getZoneOfTime, type LoadTimeZones } from "~/modules/trip-tickets/rules/place-zones";

/**
 * Write a ticket's time by the clock of its place, or of the file if it has none; with its zone where that isn't the
 * file's, or where clocks show the hour twice: "2026-11-16 11:05 PST".
 */
export function formatTimeCell(iso: string | null, key: string, places: LoadTimeZones, file: string) {
  if (!iso) return null;
  const place = isTimeField(key) ? getZoneOfTime(places, key) : file;
  return `${toLocal(iso, place).replace("T", " ")}${formatZoneNote(iso, place, file)}`;
}
