import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns";

/** Reference data has fixed ids that programs rely on; rows are written by db/reference alone. */
const fixedId = () => integer("id").primaryKey();
const named = () => ({ id: fixedId(), name: text("name").notNull() });
const box = () => ({
  /** West edge; greater than `max_longitude` where the area crosses the antimeridian (Alaska). */
  min_longitude: real("min_longitude").notNull(),
  min_latitude: real("min_latitude").notNull(),
  max_longitude: real("max_longitude").notNull(),
  max_latitude: real("max_latitude").notNull(),
});

export const country = sqliteTable("country", named());

/** `id` and `gid` are the state's FIPS number; `statefp` is the same number as two digits. */
export const usState = sqliteTable("us_state", {
  ...named(),
  gid: integer("gid").notNull(),
  statefp: text("statefp").notNull(),
  stusps: text("stusps").notNull(),
  has_plss: flag("has_plss"),
  time_zone: text("time_zone").notNull(),
  ...box(),
});

/** `id` and `gid` are the five-digit FIPS number. */
export const usCounty = sqliteTable(
  "us_county",
  {
    ...named(),
    gid: integer("gid").notNull(),
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    countyfp: text("countyfp").notNull(),
    ...box(),
  },
  (t) => [index("us_county_state").on(t.us_state_id, t.name)],
);

/** A county's outline as GeoJSON, simplified for maps; in its own table so that lists of names load fast. */
export const usCountyGeometry = sqliteTable("us_county_geometry", {
  us_county_id: integer("us_county_id")
    .primaryKey()
    .references(() => usCounty.id),
  geom: text("geom").notNull(),
});

export const plssMeridian = sqliteTable("plss_meridian", {
  code: text("code").primaryKey(),
  name: text("name").notNull(),
  latitude: real("latitude").notNull(),
  longitude: real("longitude").notNull(),
  /** Source of the coordinates: B = BLM manual, W = Wikipedia, K = not verified. */
  source: text("source").notNull(),
});

export const plssMeridianState = sqliteTable(
  "plss_meridian_state",
  {
    us_state_id: integer("us_state_id")
      .notNull()
      .references(() => usState.id),
    plss_meridian_code: text("plss_meridian_code")
      .notNull()
      .references(() => plssMeridian.code),
  },
  (t) => [primaryKey({ columns: [t.us_state_id, t.plss_meridian_code] })],
);

export const woodUnitType = sqliteTable("wood_unit_type", named());
export const woodSpeciesType = sqliteTable("wood_species_type", named());

/** `id` is the number of the FIA species code; 'spp.' rows have the genus as their scientific name. */
export const woodSpecies = sqliteTable("wood_species", {
  ...named(),
  fia_code: text("fia_code").notNull(),
  symbol: text("symbol").notNull(),
  scientific_name: text("scientific_name").notNull(),
  wood_species_type_id: integer("wood_species_type_id")
    .notNull()
    .references(() => woodSpeciesType.id),
  green_lb_per_ft3: real("green_lb_per_ft3"),
});

export const productType = sqliteTable("product_type", {
  ...named(),
  default_wood_unit_type_id: integer("default_wood_unit_type_id").references(() => woodUnitType.id),
});

/** Products as they are commonly sold: a product type with a species, a group of species, or neither. */
export const product = sqliteTable("product", {
  ...named(),
  product_type_id: integer("product_type_id")
    .notNull()
    .references(() => productType.id),
  wood_species_id: integer("wood_species_id").references(() => woodSpecies.id),
  wood_species_type_id: integer("wood_species_type_id").references(() => woodSpeciesType.id),
});

export const certificationType = sqliteTable("certification_type", named());
export const productClaim = sqliteTable("product_claim", {
  ...named(),
  certification_type_id: integer("certification_type_id")
    .notNull()
    .references(() => certificationType.id),
});

/** Stored as 'Is Available'; shown without 'Is '. */
export const tripTicketStatus = sqliteTable("trip_ticket_status", named());
export const tripTicketPriority = sqliteTable("trip_ticket_priority", named());
export const jobStatus = sqliteTable("job_status", named());
export const jobProductRateType = sqliteTable("job_product_rate_type", named());
export const costType = sqliteTable("cost_type", named());
export const roadType = sqliteTable("road_type", named());
export const notificationType = sqliteTable("notification_type", named());
export const settlementStatusType = sqliteTable("settlement_status_type", named());
export const settlementType = sqliteTable("settlement_type", named());
export const locationType = sqliteTable("location_type", named());
export const feature = sqliteTable("feature", named());

export const permissionEntity = sqliteTable("permission_entity", {
  ...named(),
  is_company_entity: flag("is_company_entity"),
  is_job_entity: flag("is_job_entity"),
});

export const release = sqliteTable("release", {
  id: fixedId(),
  version: text("version").notNull(),
  released_at: instant("released_at").notNull(),
});
export const releaseNote = sqliteTable("release_note", {
  id: fixedId(),
  release_id: integer("release_id")
    .notNull()
    .references(() => release.id),
  title: text("title").notNull(),
  description: text("description").notNull(),
});

/** Hash of the reference data in the database. If the hash is current, a server start writes nothing. */
export const referenceVersion = sqliteTable("reference_version", {
  id: fixedId(),
  hash: text("hash").notNull(),
});
