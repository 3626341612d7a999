import { type SQL, sql } from "drizzle-orm";
import type { TicketSort } from "../../rules/list-query";

/** Alias of the ticket table in a query. */
type Alias = "t" | "trip_ticket";
type Order = { sort: TicketSort; descending: boolean };

const of = (column: string) => (t: Alias) => [`${t}.${column}`];
const behind = (table: string, id: string, value: string) => (t: Alias) => [
  `(SELECT ${value} FROM ${table} WHERE id = ${t}.${id})`,
];
const named = (table: string, id: string) => behind(table, id, "name COLLATE NOCASE");
/** Sort by unit first, then by value, because tons are not comparable with board feet. */
const measured = (kind: "estimated" | "scaled") => (t: Alias) => [
  `CASE WHEN ${t}.${kind}_volume IS NOT NULL THEN ${t}.${kind}_wood_unit_type_id END`,
  `${t}.${kind}_volume`,
];

/**
 * Values to sort tickets by, in order of precedence. Values from other tables are looked up for each ticket by id;
 * there are SORTABLE_UP_TO tickets at most.
 */
const VALUES: Record<TicketSort, (t: Alias) => string[]> = {
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

/**
 * Return the SQL for an order. Empty values come last in both directions; among equal values the latest change comes
 * first.
 */
export function orderBySql({ sort, descending }: Order, t: Alias): SQL {
  const way = descending ? "DESC" : "ASC";
  if (sort === "last_modified_at" || sort === "number" || sort === "created_at")
    return sql.raw(`${VALUES[sort](t).join()} ${way}, ${t}.id ${way}`);
  const values = VALUES[sort](t).map((value) => `${value} ${way} NULLS LAST`);
  return sql.raw([...values, `${t}.last_modified_at DESC`, `${t}.id DESC`].join(", "));
}

/** Return the SQL for an order of the ticket table itself, without an alias. */
export const ticketOrderSql = (order: Order): SQL => orderBySql(order, "trip_ticket");
