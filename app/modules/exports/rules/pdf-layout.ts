import { formatFullInstant } from "~/lib/time/time";
import { isTimeField } from "~/modules/trip-tickets/rules/edit-boxes";
import { getZoneOfTime } from "~/modules/trip-tickets/rules/place-zones";
import { type ExportColumnKey, type ExportRow, isDateColumnKey } from "./columns";

type Line = { key: ExportColumnKey; label: string; width: number; align?: "right" };

/** Columns of the PDF list; their total width is a landscape Letter page without its margins (720 points). */
export const PDF_LIST_COLUMNS: readonly Line[] = [
  { key: "load_id", label: "Ticket", width: 44 },
  { key: "status", label: "Status", width: 54 },
  { key: "job", label: "Job", width: 92 },
  { key: "product_type", label: "Product", width: 62 },
  { key: "wood_species", label: "Species", width: 68 },
  { key: "destination", label: "Destination", width: 88 },
  { key: "hauler", label: "Hauler", width: 80 },
  { key: "dropped_off_at", label: "Dropped Off", width: 164 },
  { key: "scaled_volume", label: "Scaled", width: 40, align: "right" },
  { key: "scaled_unit", label: "", width: 28 },
];

/** Format a fact for print; a time includes the year and the name of its local time zone. */
export const formatPrintedFact = (row: ExportRow, key: ExportColumnKey): string => {
  const instant = isDateColumnKey(key) ? row.instants[key] : null;
  if (instant)
    return formatFullInstant(instant, isTimeField(key) ? getZoneOfTime(row.zones, key) : row.zones.job_zone);
  const value = row[key];
  return value === null ? "" : String(value);
};
