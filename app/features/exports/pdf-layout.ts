import { formatInstantInFull } from "~/domain/time/time";
import type { ExportColumnKey, ExportRow } from "./columns";

type Line = { key: ExportColumnKey; label: string; width: number; align?: "right" };

/** The columns of the PDF list; together as wide as a lying Letter sheet between its margins (720 points). */
export const LINE_COLUMNS: readonly Line[] = [
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

/** `or` is used if the first isn't known. */
type Fact = { label: string; key: ExportColumnKey; or?: ExportColumnKey; unit?: ExportColumnKey | "lb" };

export const SHEET_BLOCKS: readonly { title: string; facts: readonly Fact[] }[] = [
  {
    title: "Trip Ticket Details",
    facts: [
      { label: "Product", key: "product_type" },
      { label: "Species", key: "wood_species" },
      { label: "Destination", key: "destination" },
      { label: "Mill", key: "mill" },
      { label: "Address", key: "destination_address", or: "destination_position" },
      { label: "Estimated", key: "estimated_volume", unit: "estimated_unit" },
      { label: "Logger/Cutter", key: "cutter" },
      { label: "Skidder/Forwarder", key: "skidder" },
      { label: "Hauler", key: "hauler" },
      { label: "Driver", key: "driver_name", or: "hauler_user" },
      { label: "Truck", key: "truck_number" },
      { label: "Picked up", key: "picked_up_at" },
      { label: "Dropped off", key: "dropped_off_at" },
    ],
  },
  {
    title: "At the mill",
    facts: [
      { label: "Scale ticket", key: "scale_ticket_number" },
      { label: "Scaled", key: "scaled_volume", unit: "scaled_unit" },
      { label: "Gross", key: "gross_pounds", unit: "lb" },
      { label: "Tare", key: "tare_pounds", unit: "lb" },
      { label: "Net", key: "net_pounds", unit: "lb" },
      { label: "Time", key: "scaled_at" },
    ],
  },
  {
    title: "Job Details",
    facts: [
      { label: "Land owner", key: "land_owner" },
      { label: "Contract", key: "contract_number" },
      { label: "County", key: "county" },
      { label: "Township", key: "township" },
      { label: "Range", key: "range" },
      { label: "Section", key: "section" },
    ],
  },
  { title: "Certifications", facts: [{ label: "License and claim", key: "certification" }] },
  { title: "Notes", facts: [{ label: "Last comment", key: "comment" }] },
];

/** A fact as it is printed; an instant with its year, in the job's zone by name. */
export const printedFact = (row: ExportRow, key: ExportColumnKey): string => {
  const instant = row.instants[key];
  if (instant) return formatInstantInFull(instant, row.zone);
  const value = row[key];
  return value === null ? "" : String(value);
};

/** A fact with its unit, a dash where it is not known. */
export function factWithUnit(row: ExportRow, { key, or, unit }: Omit<Fact, "label">): string {
  const text = printedFact(row, key) || (or ? printedFact(row, or) : "");
  if (text === "") return "-";
  return unit === undefined ? text : `${text} ${unit === "lb" ? "lb" : printedFact(row, unit)}`;
}
