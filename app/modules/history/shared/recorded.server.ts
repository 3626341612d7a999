import { getTableColumns } from "drizzle-orm";
import { type AuditDetails, job, tripTicket } from "#db/schema";
import { formatPounds, formatVolume } from "~/lib/units/measures";
import { jobStatusLabel } from "~/modules/jobs/rules/job-status";
import { getStatusLabel, PRIORITY_LABELS } from "~/modules/trip-tickets/rules/trip-ticket";
import {
  formatStoredValue,
  RECORDED_COLUMNS,
  type RecordedJob,
  type RecordedTicket,
  type RecordKind,
} from "./columns.server";

/**
 * Columns whose value a history label shows, if the row itself contains the value; labels with names of other records
 * are left out.
 */
const BEHIND: Record<RecordKind, Record<string, readonly string[]>> = {
  trip_ticket: {
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
    certification: ["certifications"],
    landing: ["landing_id"],
  },
  job: {
    status: ["job_status_id"],
    county: ["us_state_id", "us_county_id", "plss_meridian_code"],
    pin: ["latitude", "longitude"],
    areas: ["geom", "latitude", "longitude"],
  },
};
const columnsBehind = (kind: RecordKind, key: string): readonly string[] =>
  BEHIND[kind][key] ?? RECORDED_COLUMNS[kind].filter((column) => column === key);

/** Columns that a new row may set without a record in its creation entry, as in older histories. */
const GIVEN_AT_FIRST: Record<RecordKind, ReadonlySet<string>> = {
  trip_ticket: new Set([
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
  ]),
  job: new Set(RECORDED_COLUMNS.job.filter((column) => column !== "is_deleted")),
};
/** Columns added to history later: an older creation entry without them proves nothing about their values. */
const ADDED_LATER = new Set<string>(["certifications"]);

type Columns = Partial<Record<string, { default: unknown }>>;
const TABLES: Record<RecordKind, Columns> = {
  trip_ticket: getTableColumns(tripTicket),
  job: getTableColumns(job),
};
/** Return the default value of a column. */
const untouched = (kind: RecordKind, column: string): unknown => TABLES[kind][column]?.default ?? null;

/**
 * Expected values of a ticket's or job's row according to its history: the last value of every column, as text where an
 * old entry has only text. Add entries in order.
 */
export class ExpectedRows {
  private readonly values = new Map<string, unknown>();
  private readonly words = new Map<string, unknown>();

  constructor(private readonly kind: RecordKind) {}

  add(entry: { activity: string; details: AuditDetails }) {
    const { kind } = this;
    const { row, diffs = [] } = entry.details;
    if (entry.activity === `${kind}_created`)
      for (const column of RECORDED_COLUMNS[kind])
        if (!ADDED_LATER.has(column) && (row || !GIVEN_AT_FIRST[kind].has(column)))
          this.values.set(column, untouched(kind, column));
    if (entry.activity === `${kind}_deleted`) this.values.set("is_deleted", true);
    if (entry.activity === `${kind}_updated`)
      for (const { key, updated } of diffs) {
        if (row) this.words.delete(key);
        else {
          this.words.set(key, updated);
          for (const column of columnsBehind(kind, key)) this.values.delete(column);
        }
      }
    for (const [column, value] of Object.entries(row ?? {})) this.values.set(column, value);
  }

  /** Return the fields in which a row differs from its history. */
  differencesFrom(row: RecordedTicket | RecordedJob): string[] {
    const now: Partial<Record<string, unknown>> = row;
    const wrong = new Set<string>();
    for (const [column, value] of this.values)
      if (formatStoredValue(column, now[column]) !== value) wrong.add(column);
    for (const [key, said] of this.words) {
      const word = "certifications" in row ? ticketWord(row, key) : jobWord(row, key);
      if (word !== undefined && plainWord(word) !== plainWord(said)) wrong.add(key);
    }
    return [...wrong];
  }
}

/** Format a field as history does; undefined for the name of another record, which may have been renamed. */
function ticketWord(t: RecordedTicket, key: string): unknown {
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
      return getStatusLabel(t.trip_ticket_status_id);
    case "trip_ticket_priority":
      return PRIORITY_LABELS[t.trip_ticket_priority_id] ?? null;
    default: {
      const [column] = RECORDED_COLUMNS.trip_ticket.filter((name) => name === key);
      return column && t[column];
    }
  }
}

function jobWord(j: RecordedJob, key: string): unknown {
  if (key === "status") return jobStatusLabel(j.job_status_id);
  const [column] = RECORDED_COLUMNS.job.filter((name) => name === key);
  return column && j[column];
}

/** Normalize units, because older entries use "27.4 ton" and newer entries "27.4 tons". */
const plainWord = (word: unknown) => String(word ?? "").replace(/(?<=\d )(ton|cord)s$/, "$1");
