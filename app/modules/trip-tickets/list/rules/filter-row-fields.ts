import type { FilterList, FilterQuery } from "../../rules/filter-query";

/** Filters that the row sets: the lists in its boxes, and the days, unless they are days of another kind. */
export const ROW_FILTERS: readonly FilterList[] = [
  "job_ids",
  "mill_ids",
  "hauler_ids",
  "product_type_ids",
  "trip_ticket_status_ids",
];

/** True if the row of filters shows this part on a desktop, so that it needs no chip there. */
export const isRowFilter = (filter: FilterQuery, part: FilterList | "dates" | "scaled"): boolean =>
  part === "dates"
    ? (filter.date_field ?? "dropped_off_at") === "dropped_off_at"
    : part !== "scaled" && ROW_FILTERS.includes(part) && filter[part]?.length === 1;
