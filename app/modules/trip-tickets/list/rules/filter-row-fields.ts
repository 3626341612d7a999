import type { FilterList, FilterQuery } from "../../rules/filter-query";

/**
 * Filters that the filter row sets with its select boxes. The row also sets the date range, if it is about drop-off
 * dates.
 */
export const FILTER_ROW_LISTS: readonly FilterList[] = [
  "job_ids",
  "mill_ids",
  "hauler_ids",
  "product_type_ids",
  "trip_ticket_status_ids",
];

/** Check whether the filter row shows this filter on a desktop, so that no chip is needed there. */
export const isShownInFilterRow = (filter: FilterQuery, part: FilterList | "dates" | "scaled"): boolean =>
  part === "dates"
    ? (filter.date_field ?? "dropped_off_at") === "dropped_off_at"
    : part !== "scaled" && FILTER_ROW_LISTS.includes(part) && filter[part]?.length === 1;
