import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { flag, id, version } from "./columns";
import { company } from "./companies";
import { locationType, productType, usState, woodSpecies, woodSpeciesType } from "./reference";

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

/** A place to which a company sends wood: its own pin, or another company's location (a mill's yard). */
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
    /** The mill at the pin, if the mill has not added this location itself. Never set together with a location. */
    destination_company_id: integer("destination_company_id").references(() => company.id),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    index("company_destination_company").on(t.company_id),
    index("company_destination_location").on(t.destination_company_location_id),
    index("company_destination_mill").on(t.destination_company_id),
    latitudeIsReal("company_destination_latitude", t.latitude),
    longitudeIsReal("company_destination_longitude", t.longitude),
  ],
);

/** A product that a destination accepts. */
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
