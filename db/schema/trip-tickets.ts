import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { StatusId } from "~/modules/trip-tickets/rules/trip-ticket";
import { certification } from "./certifications";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { storedFile } from "./files";
import { landing } from "./job-work";
import { job, jobDestination } from "./jobs";
import { user } from "./people";
import {
  productClaim,
  productType,
  tripTicketPriority,
  tripTicketStatus,
  woodSpecies,
  woodSpeciesType,
  woodUnitType,
} from "./reference";

const companyRef = (name: string) => integer(name).references(() => company.id);
const userRef = (name: string) => integer(name).references(() => user.id);

/** One truck load. Volumes in thousandths of their unit, weights in pounds. */
export const tripTicket = sqliteTable(
  "trip_ticket",
  {
    id: id(),
    /** Identifies the ticket's history chain; never reused. */
    uid: text("uid").notNull(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    /** The company that requested the job, whose number series contains the ticket number. */
    numbering_company_id: integer("numbering_company_id")
      .notNull()
      .references(() => company.id),
    trip_ticket_number: integer("trip_ticket_number").notNull(),
    load_number: integer("load_number").notNull(),
    trip_ticket_status_id: integer("trip_ticket_status_id")
      .$type<StatusId>()
      .notNull()
      .references(() => tripTicketStatus.id),
    trip_ticket_priority_id: integer("trip_ticket_priority_id")
      .notNull()
      .default(2)
      .references(() => tripTicketPriority.id),
    job_destination_id: integer("job_destination_id")
      .notNull()
      .references(() => jobDestination.id),
    product_type_id: integer("product_type_id")
      .notNull()
      .references(() => productType.id),
    wood_species_id: integer("wood_species_id").references(() => woodSpecies.id),
    wood_species_type_id: integer("wood_species_type_id").references(() => woodSpeciesType.id),

    estimated_volume: thousandths("estimated_volume"),
    estimated_wood_unit_type_id: integer("estimated_wood_unit_type_id").references(() => woodUnitType.id),
    scaled_volume: thousandths("scaled_volume"),
    scaled_wood_unit_type_id: integer("scaled_wood_unit_type_id").references(() => woodUnitType.id),
    scale_ticket_number: text("scale_ticket_number"),
    gross_pounds: integer("gross_pounds"),
    tare_pounds: integer("tare_pounds"),
    net_pounds: integer("net_pounds"),
    deduction_pounds: integer("deduction_pounds"),
    deduction_class: text("deduction_class"),
    log_rule: text("log_rule"),

    cutter_company_id: companyRef("cutter_company_id"),
    cutter_user_id: userRef("cutter_user_id"),
    cutter_on_behalf_of_company_id: companyRef("cutter_on_behalf_of_company_id"),
    skidder_company_id: companyRef("skidder_company_id"),
    skidder_user_id: userRef("skidder_user_id"),
    skidder_on_behalf_of_company_id: companyRef("skidder_on_behalf_of_company_id"),
    hauler_company_id: companyRef("hauler_company_id"),
    hauler_user_id: userRef("hauler_user_id"),
    hauler_on_behalf_of_company_id: companyRef("hauler_on_behalf_of_company_id"),
    scaler_user_id: userRef("scaler_user_id"),
    receiver_user_id: userRef("receiver_user_id"),

    truck_number: text("truck_number"),
    truck_plate: text("truck_plate"),
    trailer_plate: text("trailer_plate"),
    driver_name: text("driver_name"),
    loader_name: text("loader_name"),
    loader_machine: text("loader_machine"),
    loaded_at: instant("loaded_at"),

    /**
     * The landing that the load came from, if specified. `ticket_inventory_use` in db/derived.sql defines the landing
     * of other loads.
     */
    landing_id: integer("landing_id").references((): AnySQLiteColumn => landing.id),

    township: text("township"),
    latitude: real("latitude"),
    longitude: real("longitude"),

    creator_user_id: userRef("creator_user_id"),
    creator_company_id: companyRef("creator_company_id"),
    created_at: instant("created_at").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
    picked_up_at: instant("picked_up_at"),
    dropped_off_at: instant("dropped_off_at"),
    scaled_at: instant("scaled_at"),
    received_at: instant("received_at"),
    is_deleted: flag("is_deleted"),
    /** True for a ticket of a sample job; the database copies the value from the job. */
    is_sample: flag("is_sample"),
    version: version(),
  },
  (t) => [
    uniqueIndex("trip_ticket_uid").on(t.uid),
    uniqueIndex("trip_ticket_number_once").on(t.trip_ticket_number, t.numbering_company_id),
    uniqueIndex("trip_ticket_load_once").on(t.job_id, t.load_number),
    // For "Same as last load": index to find the newest ticket that a company created on a job, among the tickets of
    // many companies.
    index("trip_ticket_last_load").on(t.job_id, t.creator_company_id, t.load_number),
    index("trip_ticket_destination").on(t.job_destination_id),
    index("trip_ticket_driver").on(t.hauler_user_id, t.trip_ticket_status_id),
    isAtLeastCheck("trip_ticket_estimated", t.estimated_volume, 0),
    isAtLeastCheck("trip_ticket_scaled", t.scaled_volume, 0),
    isAtLeastCheck("trip_ticket_gross", t.gross_pounds, 0),
    isAtLeastCheck("trip_ticket_tare", t.tare_pounds, 0),
    isAtLeastCheck("trip_ticket_net", t.net_pounds, 0),
    isAtLeastCheck("trip_ticket_deduction", t.deduction_pounds, 0),
    isOneOfCheck("trip_ticket_log_rule", t.log_rule, [
      "DOYLE",
      "SCRIBNER",
      "SCRIBNER_DECIMAL_C",
      "INTERNATIONAL_1_4",
    ]),
    check(
      "trip_ticket_volume_has_unit",
      sql`(${t.estimated_volume} IS NULL OR ${t.estimated_wood_unit_type_id} IS NOT NULL) AND (${t.scaled_volume} IS NULL OR ${t.scaled_wood_unit_type_id} IS NOT NULL)`,
    ),
  ],
);

/** The license and claim under which a load is delivered. */
export const tripTicketCertification = sqliteTable(
  "trip_ticket_certification",
  {
    trip_ticket_id: integer("trip_ticket_id")
      .notNull()
      .references(() => tripTicket.id),
    certification_id: integer("certification_id")
      .notNull()
      .references(() => certification.id),
    product_claim_id: integer("product_claim_id").references(() => productClaim.id),
  },
  (t) => [primaryKey({ columns: [t.trip_ticket_id, t.certification_id] })],
);

const belongsToOne = (name: string, t: { job_id: unknown; trip_ticket_id: unknown }) =>
  check(name, sql`(${t.job_id} IS NULL) <> (${t.trip_ticket_id} IS NULL)`);

export const comment = sqliteTable(
  "comment",
  {
    id: id(),
    job_id: integer("job_id").references(() => job.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    content: text("content").notNull(),
    creator_user_id: userRef("creator_user_id"),
    /** Name of the API key, if no user created the row. */
    creator_label: text("creator_label"),
    creator_company_id: companyRef("creator_company_id").notNull(),
    created_at: instant("created_at").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("comment_ticket").on(t.trip_ticket_id),
    index("comment_job").on(t.job_id),
    belongsToOne("comment_of_one", t),
  ],
);

export const photo = sqliteTable(
  "photo",
  {
    id: id(),
    job_id: integer("job_id").references(() => job.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    stored_file_id: integer("stored_file_id")
      .notNull()
      .references(() => storedFile.id),
    thumbnail_file_id: integer("thumbnail_file_id").references(() => storedFile.id),
    caption: text("caption"),
    /**
     * Time by the camera's own clock when the photo was taken, "2026-11-25T15:10:00", and the same time in UTC if the
     * photo contains the clock's offset.
     */
    taken_local: text("taken_local"),
    taken_at: instant("taken_at"),
    /** Camera's position, WGS 84; shown to users who may know the location of the land. */
    latitude: real("latitude"),
    longitude: real("longitude"),
    creator_user_id: userRef("creator_user_id"),
    /** Name of the API key, if no user created the row. */
    creator_label: text("creator_label"),
    creator_company_id: companyRef("creator_company_id").notNull(),
    created_at: instant("created_at").notNull(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("photo_ticket").on(t.trip_ticket_id),
    index("photo_job").on(t.job_id),
    belongsToOne("photo_of_one", t),
  ],
);

/**
 * History, in one hash chain per ticket and one per job: `seq` counts from 1; `hash` covers the entry and `prev_hash`,
 * the hash of the previous entry (for the first entry, the uid of the ticket or job instead).
 */
export const auditEntry = sqliteTable(
  "audit_entry",
  {
    id: id(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    seq: integer("seq").notNull(),
    activity: text("activity").notNull(),
    creator_user_id: userRef("creator_user_id"),
    creator_company_id: companyRef("creator_company_id"),
    /** Name of the API key, if no user created the entry. */
    creator_label: text("creator_label"),
    created_at: instant("created_at").notNull(),
    details: text("details", { mode: "json" }).notNull().$type<AuditDetails>(),
    prev_hash: text("prev_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (t) => [
    uniqueIndex("audit_entry_ticket_chain")
      .on(t.trip_ticket_id, t.seq)
      .where(sql`trip_ticket_id IS NOT NULL`),
    uniqueIndex("audit_entry_job_chain").on(t.job_id, t.seq).where(sql`trip_ticket_id IS NULL`),
  ],
);

/**
 * One changed field of an entry, with its saved and its updated value. Prices and contracts also list the companies
 * that may read them.
 */
export type AuditDiff = { key: string; saved: unknown; updated: unknown; readers?: number[] };
export type AuditDetails = {
  content?: string;
  diffs?: AuditDiff[];
  file_url?: string;
  file_name?: string;
  is_plan_map?: boolean;
  photo_url?: string;
  company?: string;
  /**
   * Set if a device sent the change later: the time when it was typed, by the device's clock, and the error of that
   * clock.
   */
  device?: {
    device_at: string;
    device_sent_at: string;
    ahead_seconds: number;
    is_clock_wrong: boolean;
    was_clock_set?: true;
    zone: string | null;
    by_support?: true;
  };
  /** The changed columns of the ticket or job, as stored: only for verification, never displayed. */
  row?: Record<string, string | number | boolean | null>;
};
