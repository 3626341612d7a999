import { type SQL, sql } from "drizzle-orm";
import type { Sort } from "~/domain/tickets/list-query";

/** What the table of tickets is called in a query. */
type Alias = "t" | "trip_ticket";
type Order = { sort: Sort; descending: boolean };

const of = (column: string) => (t: Alias) => [`${t}.${column}`];
const behind = (table: string, id: string, value: string) => (t: Alias) => [
  `(SELECT ${value} FROM ${table} WHERE id = ${t}.${id})`,
];
const named = (table: string, id: string) => behind(table, id, "name COLLATE NOCASE");
/** Tons are not compared with board feet: the units come one after another, each in its order. */
const measured = (kind: "estimated" | "scaled") => (t: Alias) => [
  `CASE WHEN ${t}.${kind}_volume IS NOT NULL THEN ${t}.${kind}_wood_unit_type_id END`,
  `${t}.${kind}_volume`,
];

/**
 * What a ticket is compared by, part after part. What hangs on other rows is looked up for each ticket by its id; there
 * are SORTABLE_UP_TO of them at most.
 */
const VALUES: Record<Sort, (t: Alias) => string[]> = {
  last_modified_at: of("last_modified_at"),
  number: of("trip_ticket_number"),
  created_at: of("created_at"),
  priority: of("trip_ticket_priority_id"),
  status: of("trip_ticket_status_id"),
  job: named("job", "job_id"),
  contract_number: behind("job", "job_id", "contract_number COLLATE NOCASE"),
  product_type: named("product_type", "product_type_id"),
  wood_species: named("wood_species", "wood_species_id"),
  wood_species_type: named("wood_species_type", "wood_species_type_id"),
  destination: named("job_destination", "job_destination_id"),
  mileage: behind("job_destination", "job_destination_id", "mileage"),
  cutter: named("company", "cutter_company_id"),
  skidder: named("company", "skidder_company_id"),
  hauler: named("company", "hauler_company_id"),
  hauler_user: behind("user", "hauler_user_id", "first_name || ' ' || last_name COLLATE NOCASE"),
  volume: (t) => [
    `CASE WHEN ${t}.scaled_volume IS NULL THEN ${t}.estimated_wood_unit_type_id ELSE ${t}.scaled_wood_unit_type_id END`,
    `coalesce(${t}.scaled_volume, ${t}.estimated_volume)`,
  ],
  estimated_volume: measured("estimated"),
  scaled_volume: measured("scaled"),
  scale_ticket_number: of("scale_ticket_number"),
  picked_up_at: of("picked_up_at"),
  dropped_off_at: of("dropped_off_at"),
  scaled_at: of("scaled_at"),
};

/** An order, in SQL. What is empty comes last either way; among equals the latest change comes first. */
export function orderBy({ sort, descending }: Order, t: Alias): SQL {
  const way = descending ? "DESC" : "ASC";
  if (sort === "last_modified_at" || sort === "number" || sort === "created_at")
    return sql.raw(`${VALUES[sort](t).join()} ${way}, ${t}.id ${way}`);
  const values = VALUES[sort](t).map((value) => `${value} ${way} NULLS LAST`);
  return sql.raw([...values, `${t}.last_modified_at DESC`, `${t}.id DESC`].join(", "));
}

/** The order of a list, over the table itself. */
export const ticketOrder = (order: Order): SQL => orderBy(order, "trip_ticket");
