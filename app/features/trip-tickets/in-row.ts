import type { FilterList, FilterQuery } from "~/domain/tickets/filter-query";

/** What the row chooses: the lists in its boxes, and the days, unless they are days of another kind. */
export const IN_ROW: readonly FilterList[] = [
  "job_ids",
  "mill_ids",
  "hauler_ids",
  "product_type_ids",
  "trip_ticket_status_ids",
];

/** Whether the row of filters says this part at a desk, so that it needs no chip there. */
export const isInRow = (filter: FilterQuery, part: FilterList | "dates" | "scaled"): boolean =>
  part === "dates"
    ? (filter.date_field ?? "dropped_off_at") === "dropped_off_at"
    : part !== "scaled" && IN_ROW.includes(part) && filter[part]?.length === 1;
