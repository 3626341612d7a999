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
import { atLeast, flag, id, instant, version } from "./columns";
import { user } from "./people";
import {
  certificationType,
  feature,
  locationType,
  permissionEntity,
  productClaim,
  productType,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "./reference";

export const company = sqliteTable(
  "company",
  {
    id: id(),
    name: text("name").notNull(),
    logo_url: text("logo_url"),
    ein: text("ein"),
    bio: text("bio"),
    address: text("address"),
    city: text("city"),
    us_state_id: integer("us_state_id").references(() => usState.id),
    phone: text("phone"),
    contact_first_name: text("contact_first_name"),
    contact_last_name: text("contact_last_name"),
    contact_phone_number: text("contact_phone_number"),
    is_land_owner: flag("is_land_owner"),
    is_land_manager: flag("is_land_manager"),
    is_cutter: flag("is_cutter"),
    is_skidder: flag("is_skidder"),
    is_hauler: flag("is_hauler"),
    is_mill: flag("is_mill"),
    /** Tons a load carries; 55 where a company has set none. */
    default_load_amount: integer("default_load_amount"),
    force_drop_off: flag("force_drop_off"),
    on_behalf_of_company_id: integer("on_behalf_of_company_id").references((): AnySQLiteColumn => company.id),
    is_professional: flag("is_professional"),
    is_deleted: flag("is_deleted"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [index("company_name").on(t.name), atLeast("company_load", t.default_load_amount, 1)],
);

export const crew = sqliteTable(
  "crew",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    is_primary: flag("is_primary"),
    created_at: instant("created_at").notNull(),
    version: version(),
  },
  (t) => [
    index("crew_company").on(t.company_id),
    uniqueIndex("crew_primary").on(t.company_id).where(sql`is_primary = 1`),
  ],
);

export const crewMember = sqliteTable(
  "crew_member",
  {
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
    user_id: integer("user_id")
      .notNull()
      .references((): AnySQLiteColumn => user.id),
    created_at: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.crew_id, t.user_id] }), index("crew_member_user").on(t.user_id)],
);

export const crewPermission = sqliteTable(
  "crew_permission",
  {
    crew_id: integer("crew_id")
      .notNull()
      .references(() => crew.id),
    entity_id: integer("entity_id")
      .notNull()
      .references(() => permissionEntity.id),
    can_create: flag("can_create"),
    can_read: flag("can_read"),
    can_update: flag("can_update"),
    can_delete: flag("can_delete"),
  },
  (t) => [primaryKey({ columns: [t.crew_id, t.entity_id] })],
);

export const companyFeatureAccess = sqliteTable(
  "company_feature_access",
  {
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    feature_id: integer("feature_id")
      .notNull()
      .references(() => feature.id),
    is_active: flag("is_active"),
    created_at: instant("created_at").notNull(),
    expires_at: instant("expires_at"),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.feature_id] })],
);

export const companyLocationType = sqliteTable(
  "company_location_type",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    location_type_id: integer("location_type_id")
      .notNull()
      .references(() => locationType.id),
    name: text("name").notNull(),
    version: version(),
  },
  (t) => [index("company_location_type_company").on(t.company_id)],
);

const latitudeIsReal = (name: string, c: AnySQLiteColumn) => check(name, sql`${c} BETWEEN -90 AND 90`);
const longitudeIsReal = (name: string, c: AnySQLiteColumn) => check(name, sql`${c} BETWEEN -180 AND 180`);

export const companyLocation = sqliteTable(
  "company_location",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    company_location_type_id: integer("company_location_type_id")
      .notNull()
      .references(() => companyLocationType.id),
    name: text("name").notNull(),
    latitude: real("latitude").notNull(),
    longitude: real("longitude").notNull(),
    address: text("address"),
    city: text("city"),
    us_state_id: integer("us_state_id").references(() => usState.id),
    zip: text("zip"),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("company_location_company").on(t.company_id),
    latitudeIsReal("company_location_latitude", t.latitude),
    longitudeIsReal("company_location_longitude", t.longitude),
  ],
);

/** Where a company sends wood: a pin of its own, or another company's location (a mill's yard). */
export const companyDestination = sqliteTable(
  "company_destination",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    name: text("name").notNull(),
    notes: text("notes"),
    latitude: real("latitude").notNull(),
    longitude: real("longitude").notNull(),
    destination_company_location_id: integer("destination_company_location_id").references(
      () => companyLocation.id,
    ),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("company_destination_company").on(t.company_id),
    index("company_destination_location").on(t.destination_company_location_id),
    latitudeIsReal("company_destination_latitude", t.latitude),
    longitudeIsReal("company_destination_longitude", t.longitude),
  ],
);

/** A product that a destination takes. */
export const companyDestinationProduct = sqliteTable(
  "company_destination_product",
  {
    id: id(),
    company_destination_id: integer("company_destination_id")
      .notNull()
      .references(() => companyDestination.id),
    product_type_id: integer("product_type_id")
      .notNull()
      .references(() => productType.id),
    wood_species_id: integer("wood_species_id").references(() => woodSpecies.id),
    wood_species_type_id: integer("wood_species_type_id").references(() => woodSpeciesType.id),
  },
  (t) => [index("company_destination_product_destination").on(t.company_destination_id)],
);

export const certification = sqliteTable(
  "certification",
  {
    id: id(),
    /** The holder. */
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    certification_type_id: integer("certification_type_id")
      .notNull()
      .references(() => certificationType.id),
    license: text("license").notNull(),
    product_claim_id: integer("product_claim_id").references(() => productClaim.id),
    expires_at: instant("expires_at"),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [index("certification_company").on(t.company_id)],
);

/** A certification that a company may use; its own when the certification's company is the same. */
export const companyCertification = sqliteTable(
  "company_certification",
  {
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    certification_id: integer("certification_id")
      .notNull()
      .references(() => certification.id),
  },
  (t) => [primaryKey({ columns: [t.company_id, t.certification_id] })],
);
