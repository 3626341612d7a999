import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { certification } from "./certifications";
import { flag, id, instant, thousandths, version } from "./columns";
import { company, crew } from "./companies";
import { storedFile } from "./files";
import { user } from "./people";
import { companyDestination, companyLocation } from "./places";
import {
  country,
  jobStatus,
  plssMeridian,
  productType,
  usCounty,
  usState,
  woodSpecies,
  woodSpeciesType,
  woodUnitType,
} from "./reference";

/** A harvest site. `us_county_id` is the FIPS code; `township`, `range` and `section` are text as people write them. */
export const job = sqliteTable(
  "job",
  {
    id: id(),
    /** Identifies the job's history chain; never reused. */
    uid: text("uid").notNull(),
    name: text("name").notNull(),
    contract_number: text("contract_number"),
    country_id: integer("country_id")
      .notNull()
      .references(() => country.id),
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    us_county_id: integer("us_county_id")
      .notNull()
      .references(() => usCounty.id),
    plss_meridian_code: text("plss_meridian_code").references(() => plssMeridian.code),
    township: text("township"),
    range: text("range"),
    section: text("section"),
    start_date: text("start_date").notNull(),
    end_date: text("end_date"),
    latitude: real("latitude"),
    longitude: real("longitude"),
    /** GeoJSON MultiPolygon, WGS 84. */
    geom: text("geom"),
    has_plan_map: flag("has_plan_map"),
    /** State harvest notification or permit number, if the law requires it on the ticket. */
    harvest_notification_number: text("harvest_notification_number"),
    log_brand: text("log_brand"),
    job_status_id: integer("job_status_id")
      .notNull()
      .default(1)
      .references(() => jobStatus.id),
    is_deleted: flag("is_deleted"),
    /**
     * True for a sample job, which a new company uses to try features: only that company sees it, and no totals include
     * it. Never changes.
     */
    is_sample: flag("is_sample"),
    request_user_company_id: integer("request_user_company_id")
      .notNull()
      .references(() => company.id),
    /**
     * Incremented by a trigger when any of the job's rates changes. Claims (amounts owed) that were priced before are
     * then priced again.
     */
    rate_version: integer("rate_version").notNull().default(0),
    creator_user_id: integer("creator_user_id").references(() => user.id),
    created_at: instant("created_at").notNull(),
    last_modified_at: instant("last_modified_at").notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("job_uid").on(t.uid),
    index("job_request_company").on(t.request_user_company_id),
    check("job_dates", sql`${t.end_date} IS NULL OR ${t.end_date} >= ${t.start_date}`),
  ],
);

/**
 * A company on a job, in one or more roles. Pending until the company accepts; a company that declines or is removed is
 * no longer on the job.
 */
export const jobCompany = sqliteTable(
  "job_company",
  {
    id: id(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    cut_contract_name: text("cut_contract_name"),
    skid_contract_name: text("skid_contract_name"),
    haul_contract_name: text("haul_contract_name"),
    cut_contract_file_id: integer("cut_contract_file_id").references(() => storedFile.id),
    skid_contract_file_id: integer("skid_contract_file_id").references(() => storedFile.id),
    haul_contract_file_id: integer("haul_contract_file_id").references(() => storedFile.id),
    /** Time when the contract changed after acceptance. The company must accept the job again, but work continues. */
    contract_changed_at: instant("contract_changed_at"),
    is_land_owner: flag("is_land_owner"),
    is_land_owner_authorizee: flag("is_land_owner_authorizee"),
    is_land_manager: flag("is_land_manager"),
    is_cutter: flag("is_cutter"),
    is_skidder: flag("is_skidder"),
    is_hauler: flag("is_hauler"),
    invited_at: instant("invited_at").notNull(),
    accepted_at: instant("accepted_at"),
    declined_at: instant("declined_at"),
    removed_at: instant("removed_at"),
    version: version(),
  },
  (t) => [
    uniqueIndex("job_company_once").on(t.job_id, t.company_id),
    index("job_company_company").on(t.company_id, t.job_id),
  ],
);

export const jobDestination = sqliteTable(
  "job_destination",
  {
    id: id(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    company_destination_id: integer("company_destination_id").references(() => companyDestination.id),
    company_location_id: integer("company_location_id").references(() => companyLocation.id),
    name: text("name").notNull(),
    /** Road miles from the job. */
    mileage: real("mileage"),
    mileage_is_estimate: flag("mileage_is_estimate"),
    removed_at: instant("removed_at"),
    version: version(),
  },
  (t) => [
    index("job_destination_job").on(t.job_id),
    index("job_destination_company_destination").on(t.company_destination_id),
    index("job_destination_company_location").on(t.company_location_id),
    check(
      "job_destination_one_place",
      sql`(${t.company_destination_id} IS NULL) <> (${t.company_location_id} IS NULL)`,
    ),
  ],
);

export const jobDestinationCertification = sqliteTable(
  "job_destination_certification",
  {
    job_destination_id: integer("job_destination_id")
      .notNull()
      .references(() => jobDestination.id),
    certification_id: integer("certification_id")
      .notNull()
      .references(() => certification.id),
  },
  (t) => [primaryKey({ columns: [t.job_destination_id, t.certification_id] })],
);

/** A job's product: type, species, species group, and the unit in which it is counted. */
export const productColumns = () => ({
  product_type_id: integer("product_type_id")
    .notNull()
    .references(() => productType.id),
  wood_species_id: integer("wood_species_id").references(() => woodSpecies.id),
  wood_species_type_id: integer("wood_species_type_id").references(() => woodSpeciesType.id),
  wood_unit_type_id: integer("wood_unit_type_id")
    .notNull()
    .default(2)
    .references(() => woodUnitType.id),
});

export const jobProduct = sqliteTable(
  "job_product",
  {
    id: id(),
    job_id: integer("job_id")
      .notNull()
      .references(() => job.id),
    ...productColumns(),
    /** Volume in the contract, in the product's unit; null if the contract doesn't specify a volume. */
    contract_volume: thousandths("contract_volume"),
  },
  (t) => [index("job_product_job").on(t.job_id)],
);

/** The sort sheet: whether a destination accepts each product of the job, and in which unit. */
export const jobProductMix = sqliteTable(
  "job_product_mix",
  {
    id: id(),
    job_destination_id: integer("job_destination_id")
      .notNull()
      .references(() => jobDestination.id),
    is_accepted: flag("is_accepted"),
    ...productColumns(),
  },
  (t) => [index("job_product_mix_destination").on(t.job_destination_id)],
);

/** The crews that an accepting company assigns to a job; only their members can be chosen as people for the job. */
export const jobCompanyCrew = sqliteTable(
  "job_company_crew",
  {
    job_company_id: integer("job_company_id")
      .notNull()
      .references(() => jobCompany.id),
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
  },
  (t) => [primaryKey({ columns: [t.job_company_id, t.crew_id] })],
);

/** The last number used in a series: ticket numbers by requesting company, load numbers by job. Never decreases. */
export const numberSeries = sqliteTable(
  "number_series",
  {
    kind: text("kind").notNull(),
    owner_id: integer("owner_id").notNull(),
    last: integer("last").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.owner_id] })],
);
