import { createHash } from "node:crypto";
import type { job, tripTicket } from "#db/schema";

/** Ticket with its certifications, which history treats like one of its columns; see `formatCertifications`. */
export type RecordedTicket = typeof tripTicket.$inferSelect & { certifications: string };
export type RecordedJob = typeof job.$inferSelect;
/** Records that have their own history. */
export type RecordKind = "trip_ticket" | "job";

/** Ticket columns whose every value is recorded in the ticket's history. The row's own numbers and times are omitted. */
const TICKET = [
  "job_id",
  "trip_ticket_status_id",
  "trip_ticket_priority_id",
  "job_destination_id",
  "product_type_id",
  "wood_species_id",
  "wood_species_type_id",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "scaled_volume",
  "scaled_wood_unit_type_id",
  "scale_ticket_number",
  "gross_pounds",
  "tare_pounds",
  "net_pounds",
  "deduction_pounds",
  "deduction_class",
  "log_rule",
  "cutter_company_id",
  "cutter_user_id",
  "cutter_on_behalf_of_company_id",
  "skidder_company_id",
  "skidder_user_id",
  "skidder_on_behalf_of_company_id",
  "hauler_company_id",
  "hauler_user_id",
  "hauler_on_behalf_of_company_id",
  "scaler_user_id",
  "receiver_user_id",
  "truck_number",
  "truck_plate",
  "trailer_plate",
  "driver_name",
  "loader_name",
  "loader_machine",
  "loaded_at",
  "landing_id",
  "township",
  "latitude",
  "longitude",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "received_at",
  "is_deleted",
  "certifications",
] as const satisfies readonly (keyof RecordedTicket)[];

/** Recorded job columns: the whole row except its identifiers (`id`, `uid`) and its change counter. */
const JOB = [
  "name",
  "contract_number",
  "country_id",
  "us_state_id",
  "us_county_id",
  "plss_meridian_code",
  "township",
  "range",
  "section",
  "start_date",
  "end_date",
  "latitude",
  "longitude",
  "geom",
  "has_plan_map",
  "harvest_notification_number",
  "log_brand",
  "job_status_id",
  "is_deleted",
  "request_user_company_id",
  "creator_user_id",
  "created_at",
] as const satisfies readonly (keyof RecordedJob)[];

export const RECORDED_COLUMNS = { trip_ticket: TICKET, job: JOB } as const;

/** Recorded columns with their values. */
export type RecordedRow = Record<string, string | number | boolean | null>;

/** Format a value as recorded in history. A map area, which may be long, is replaced by its hash. */
export const formatStoredValue = (column: string, value: unknown) =>
  (column === "geom" && typeof value === "string"
    ? `sha256:${createHash("sha256").update(value).digest("hex")}`
    : value) as RecordedRow[string];

/**
 * Return the values to record in the history of a ticket or job: only columns that differ from the saved row, if there
 * is a saved row.
 */
export function diffRecordedColumns(
  kind: RecordKind,
  values: Partial<Record<string, unknown>>,
  saved: Partial<Record<string, unknown>> = {},
): RecordedRow {
  const row: RecordedRow = {};
  for (const column of RECORDED_COLUMNS[kind]) {
    const value = values[column];
    if (value === undefined || value === (saved[column] ?? null)) continue;
    row[column] = formatStoredValue(column, value);
  }
  return row;
}

/** Format a load's certifications and their product claims as one text that doesn't depend on their order. */
export const formatCertifications = (
  held: readonly { certification_id: number; product_claim_id: number | null }[],
): string =>
  held
    .map((c) => `${c.certification_id}/${c.product_claim_id ?? ""}`)
    .sort()
    .join(" ");
