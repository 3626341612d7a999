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
} from "drizzle-orm/sqlite-core";
import { flag, id, instant, isAtLeastCheck, isOneOfCheck, thousandths, version } from "./columns";
import { company } from "./companies";
import { storedFile } from "./files";
import { job, jobDestination, productColumns } from "./jobs";
import { fuelRule } from "./outside";
import { user } from "./people";
import { companyLocation } from "./places";
import { jobProductRateType, roadType } from "./reference";
import { tripTicket } from "./trip-tickets";

const ofJob = () =>
  integer("job_id")
    .notNull()
    .references(() => job.id);
const companyRef = (name: string) => integer(name).references(() => company.id);

/** Creator of a row: a user, or a company's API key by its name. */
const creator = () => ({
  creator_user_id: integer("creator_user_id").references(() => user.id),
  creator_label: text("creator_label"),
  creator_company_id: companyRef("creator_company_id").notNull(),
  created_at: instant("created_at").notNull(),
});

/** First day of a rate that specifies no day: earlier than every load. */
export const ALWAYS = "0001-01-01";

/** Terms of product and haul rates: the days when a rate is in force and the quantity that it pays for. */
const rateTerms = () => ({
  /** First day, in the job's zone, on which loads are paid by this rate. */
  effective_on: text("effective_on").notNull().default(ALWAYS),
  /**
   * Last day, in the job's zone, on which loads are paid by this rate; before `effective_on` if the rate was never in
   * force; null if it has no end.
   */
  ended_on: text("ended_on"),
  /** Quantity to pay for: the scaled quantity, or the estimate if the load was not scaled. */
  quantity_basis: text("quantity_basis").$type<"scaled" | "estimated">().notNull().default("scaled"),
  /** True if payer and payee agree to payment by a quantity converted from another unit. */
  may_convert: flag("may_convert"),
  /** Minimum payment for a load, in cents. */
  minimum_cents: integer("minimum_cents"),
  /** The log rule that the rate was agreed for, if any. */
  log_rule: text("log_rule"),
  /**
   * Time when the payer was asked to agree to the rate. Until the payer agrees, the rate pays nothing, and only payer
   * and requester can read it (docs/settlements.md, "Consent of the payer"). Null once the rate is in effect
   * (docs/settlements.md#consent-of-the-payer).
   */
  consent_requested_at: instant("consent_requested_at"),
});

/** A rate that one company pays another for a product: cut, skid, stumpage or mill. `rate` in 1/100 cent for each unit. */
export const jobProductRate = sqliteTable(
  "job_product_rate",
  {
    id: id(),
    job_id: ofJob(),
    job_product_rate_type_id: integer("job_product_rate_type_id")
      .notNull()
      .references(() => jobProductRateType.id),
    receiving_company_id: companyRef("receiving_company_id").notNull(),
    paying_company_id: companyRef("paying_company_id").notNull(),
    paying_company_location_id: integer("paying_company_location_id").references(() => companyLocation.id),
    ...productColumns(),
    rate: integer("rate").notNull(),
    ...rateTerms(),
    version: version(),
  },
  (t) => [
    index("job_product_rate_job").on(t.job_id),
    isOneOfCheck("job_product_rate_basis", t.quantity_basis, ["scaled", "estimated"]),
    isAtLeastCheck("job_product_rate_minimum", t.minimum_cents, 1),
    // A rate of zero means no rate and is stored without a row.
    isAtLeastCheck("job_product_rate_set", t.rate, 1),
  ],
);

/** Rate for hauling to a destination: `rate` in 1/100 cent for each unit, load or mile. */
export const jobHaulRate = sqliteTable(
  "job_haul_rate",
  {
    id: id(),
    job_id: ofJob(),
    job_destination_id: integer("job_destination_id")
      .notNull()
      .references(() => jobDestination.id),
    receiving_company_id: companyRef("receiving_company_id").notNull(),
    paying_company_id: companyRef("paying_company_id").notNull(),
    per: text("per").$type<"unit" | "load" | "mile">().notNull(),
    /** The unit, if the rate is per unit. */
    wood_unit_type_id: integer("wood_unit_type_id"),
    rate: integer("rate").notNull(),
    ...rateTerms(),
    /** The diesel surcharge added to the rate. */
    fuel_rule_id: integer("fuel_rule_id").references(() => fuelRule.id),
    version: version(),
  },
  (t) => [
    index("job_haul_rate_job").on(t.job_id),
    index("job_haul_rate_fuel").on(t.fuel_rule_id).where(sql`fuel_rule_id IS NOT NULL`),
    isOneOfCheck("job_haul_rate_basis", t.quantity_basis, ["scaled", "estimated"]),
    isAtLeastCheck("job_haul_rate_minimum", t.minimum_cents, 1),
    isOneOfCheck("job_haul_rate_per", t.per, ["unit", "load", "mile"]),
    check("job_haul_rate_unit", sql`(${t.per} = 'unit') = (${t.wood_unit_type_id} IS NOT NULL)`),
    isAtLeastCheck("job_haul_rate_set", t.rate, 1),
  ],
);

/**
 * Split of a rate's payment between several payees, most often land owners: each share is a part of the whole, and
 * every payee of the rate has a share. `rate_table` is the table of `rate_id`.
 */
export const rateShare = sqliteTable(
  "rate_share",
  {
    rate_table: text("rate_table").$type<"product" | "haul">().notNull(),
    rate_id: integer("rate_id").notNull(),
    company_id: companyRef("company_id").notNull(),
    parts: integer("parts").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.rate_table, t.rate_id, t.company_id] }),
    isOneOfCheck("rate_share_table", t.rate_table, ["product", "haul"]),
    isAtLeastCheck("rate_share_parts", t.parts, 1),
  ],
);

/** A place where a job's wood is piled until it is hauled. */
export const landing = sqliteTable(
  "landing",
  {
    id: id(),
    job_id: ofJob(),
    name: text("name"),
    notes: text("notes"),
    /** Location, WGS 84; null means the job's own location. */
    latitude: real("latitude"),
    longitude: real("longitude"),
    ...creator(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [index("landing_job").on(t.job_id)],
);

/**
 * Additions to and removals from a landing, one row each; nothing is overwritten. `estimated_volume_remaining` is the
 * volume that the row adds (or, if negative, removes) in thousandths of its unit. An edit adds a row whose `adjusts_id`
 * is the edited row; a row with a trip ticket is that load's removal.
 */
export const landingInventory = sqliteTable(
  "landing_inventory",
  {
    id: id(),
    landing_id: integer("landing_id")
      .notNull()
      .references(() => landing.id),
    ...productColumns(),
    estimated_volume_remaining: thousandths("estimated_volume_remaining").notNull(),
    cutter_company_id: companyRef("cutter_company_id"),
    skidder_company_id: companyRef("skidder_company_id"),
    is_adjustment: flag("is_adjustment"),
    adjusts_id: integer("adjusts_id").references((): AnySQLiteColumn => landingInventory.id),
    trip_ticket_id: integer("trip_ticket_id").references(() => tripTicket.id),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    creator_label: text("creator_label"),
    creator_company_id: companyRef("creator_company_id"),
    created_at: instant("created_at").notNull(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("landing_inventory_landing").on(t.landing_id),
    index("landing_inventory_adjusts").on(t.adjusts_id),
    index("landing_inventory_ticket").on(t.trip_ticket_id),
  ],
);

/** A road of a job. `geom` is a GeoJSON LineString, WGS 84, as drawn. */
export const road = sqliteTable(
  "road",
  {
    id: id(),
    job_id: ofJob(),
    road_type_id: integer("road_type_id")
      .notNull()
      .references(() => roadType.id),
    name: text("name"),
    notes: text("notes"),
    geom: text("geom"),
    ...creator(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [index("road_job").on(t.job_id)],
);

/** A PDF or MP4 file of a job; one of a job's files may be its plan map. */
export const jobFile = sqliteTable(
  "job_file",
  {
    id: id(),
    job_id: ofJob(),
    stored_file_id: integer("stored_file_id")
      .notNull()
      .references(() => storedFile.id),
    file_name: text("file_name").notNull(),
    is_plan_map: flag("is_plan_map"),
    ...creator(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [index("job_file_job").on(t.job_id)],
);
