import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, version } from "./columns";
import { company } from "./companies";
import { productType, woodSpecies, woodSpeciesType } from "./reference";

/** A company's name for a product: "8 ft popple bolts" for bolts of quaking aspen. The product itself doesn't change. */
export const productName = sqliteTable(
  "product_name",
  {
    id: id(),
    company_id: integer("company_id")
      .notNull()
      .references(() => company.id),
    product_type_id: integer("product_type_id")
      .notNull()
      .references(() => productType.id),
    wood_species_id: integer("wood_species_id").references(() => woodSpecies.id),
    wood_species_type_id: integer("wood_species_type_id").references(() => woodSpeciesType.id),
    name: text("name").notNull(),
    is_deleted: flag("is_deleted"),
    version: version(),
  },
  (t) => [
    // One name per product; the index also serves the look-up of names on loads.
    uniqueIndex("product_name_product")
      .on(
        t.company_id,
        t.product_type_id,
        sql`COALESCE(wood_species_id, 0)`,
        sql`COALESCE(wood_species_type_id, 0)`,
      )
      .where(sql`is_deleted = 0`),
  ],
);
