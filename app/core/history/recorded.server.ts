import type { AuditDetails, tripTicket } from "#db/schema";
import { formatPounds, formatVolume } from "~/domain/measures/measures";
import { PRIORITY_NAMES, statusName } from "~/domain/tickets/trip-ticket";

export type Ticket = typeof tripTicket.$inferSelect;

/** The columns of a ticket whose every value its history keeps. Numbers and times of the row itself are not changed. */
const RECORDED = [
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
  "township",
  "latitude",
  "longitude",
  "picked_up_at",
  "dropped_off_at",
  "scaled_at",
  "received_at",
  "is_deleted",
] as const satisfies readonly (keyof Ticket)[];
type Recorded = (typeof RECORDED)[number];

/** Recorded columns with the values that they were given. */
export type RecordedRow = Partial<Record<Recorded, string | number | boolean | null>>;

/** What of these values history keeps: only the columns that have another value than what was saved, if anything was. */
export function recordedOf(
  values: Partial<Record<string, unknown>>,
  saved: Partial<Record<string, unknown>> = {},
): RecordedRow {
  const row: RecordedRow = {};
  for (const column of RECORDED) {
    const value = values[column];
    if (value === undefined || value === (saved[column] ?? null)) continue;
    row[column] = value as string | number | boolean | null;
  }
  return row;
}

/** The columns behind a word of history that a ticket's row itself answers; those behind names of others it doesn't. */
const COLUMNS: Record<string, readonly Recorded[]> = {
  estimated_volume: ["estimated_volume", "estimated_wood_unit_type_id"],
  scaled_volume: ["scaled_volume", "scaled_wood_unit_type_id"],
  gross: ["gross_pounds"],
  tare: ["tare_pounds"],
  net: ["net_pounds"],
  deduction: ["deduction_pounds"],
  trip_ticket_status: ["trip_ticket_status_id"],
  trip_ticket_priority: ["trip_ticket_priority_id"],
  job_destination: ["job_destination_id"],
  product: ["product_type_id", "wood_species_id", "wood_species_type_id"],
  cutter_company: ["cutter_company_id", "cutter_on_behalf_of_company_id"],
  cutter_user: ["cutter_user_id"],
  skidder_company: ["skidder_company_id", "skidder_on_behalf_of_company_id"],
  skidder_user: ["skidder_user_id"],
  hauler_company: ["hauler_company_id", "hauler_on_behalf_of_company_id"],
  hauler_user: ["hauler_user_id"],
  scaler_user: ["scaler_user_id"],
  receiver_user: ["receiver_user_id"],
};
const columnsOf = (key: string): readonly Recorded[] =>
  COLUMNS[key] ?? RECORDED.filter((column) => column === key);

/** What a new ticket may be given where the entry of its making doesn't say it, as in histories of before. */
const GIVEN_AT_FIRST = new Set<Recorded>([
  "job_id",
  "trip_ticket_status_id",
  "trip_ticket_priority_id",
  "job_destination_id",
  "product_type_id",
  "wood_species_id",
  "wood_species_type_id",
  "estimated_volume",
  "estimated_wood_unit_type_id",
  "cutter_company_id",
  "skidder_company_id",
  "hauler_company_id",
  "hauler_user_id",
  "cutter_user_id",
  "skidder_user_id",
]);

const EMPTY = (column: Recorded) => (column === "is_deleted" ? false : null);

/**
 * What a ticket's history says its row must hold now: the last value of every column, in words where an old entry has
 * only those. Add entries in their order.
 */
export class Expected {
  private readonly values = new Map<Recorded, unknown>();
  private readonly words = new Map<string, unknown>();

  add(entry: { activity: string; details: AuditDetails }) {
    const { row, diffs = [] } = entry.details;
    if (entry.activity === "trip_ticket_created")
      for (const column of RECORDED)
        if (row || !GIVEN_AT_FIRST.has(column)) this.values.set(column, EMPTY(column));
    if (entry.activity === "trip_ticket_deleted") this.values.set("is_deleted", true);
    if (entry.activity === "trip_ticket_updated")
      for (const { key, updated } of diffs) {
        if (row) this.words.delete(key);
        else {
          this.words.set(key, updated);
          for (const column of columnsOf(key)) this.values.delete(column);
        }
      }
    for (const [column, value] of Object.entries(row ?? {})) this.values.set(column as Recorded, value);
  }

  /** The fields in which a row isn't what its history made it. */
  differencesFrom(ticket: Ticket): string[] {
    const wrong = new Set<string>();
    for (const [column, value] of this.values) if (ticket[column] !== value) wrong.add(column);
    for (const [key, said] of this.words) {
      const now = wordOf(ticket, key);
      if (now !== undefined && plainWord(now) !== plainWord(said)) wrong.add(key);
    }
    return [...wrong];
  }
}

/** A field in the words of history; undefined where they are the name of something else, which may be renamed. */
function wordOf(t: Ticket, key: string): unknown {
  switch (key) {
    case "estimated_volume":
      return t.estimated_volume === null
        ? null
        : formatVolume(t.estimated_volume, t.estimated_wood_unit_type_id);
    case "scaled_volume":
      return t.scaled_volume === null ? null : formatVolume(t.scaled_volume, t.scaled_wood_unit_type_id);
    case "gross":
    case "tare":
    case "net":
    case "deduction": {
      const pounds = t[`${key}_pounds`];
      return pounds === null ? null : formatPounds(pounds);
    }
    case "trip_ticket_status":
      return statusName(t.trip_ticket_status_id);
    case "trip_ticket_priority":
      return PRIORITY_NAMES[t.trip_ticket_priority_id] ?? null;
    default: {
      const [column] = RECORDED.filter((name) => name === key);
      return column && t[column];
    }
  }
}

/** Words of before say "27.4 ton" where those of now say "27.4 tons". */
const plainWord = (word: unknown) => String(word ?? "").replace(/(?<=\d )(ton|cord)s$/, "$1");
