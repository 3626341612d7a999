import { z } from "zod";
import { createTextSchema } from "~/lib/text/input";
import { getDayBounds } from "~/lib/time/time";
import {
  FILTER_DATE_FIELDS,
  FILTER_LISTS,
  type FilterList,
  type FilterQuery,
  MAX_FILTER_VALUES,
  matchesNothing,
} from "../../rules/filter-query";

const list = () => z.array(z.number().int().positive()).max(MAX_FILTER_VALUES).optional();
const instant = () =>
  createTextSchema(24)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/, "Use a UTC time like 2026-11-01T05:00:00.000Z")
    .optional();

/** A ticket filter as passed by procedures and API programs; every part is optional, and an empty list doesn't restrict. */
export const ticketFilterFields = {
  job_ids: list(),
  product_type_ids: list(),
  wood_species_ids: list(),
  job_destination_ids: list(),
  /**
   * Companies on the load in any role: requester, cutter, skidder, hauler, a contractor that one of these works for, or
   * receiving mill.
   */
  company_ids: list(),
  /** The receiving mill, on any job. */
  mill_ids: list(),
  /** Company responsible for hauling the load: the contractor if a subcontractor drove. */
  hauler_ids: list(),
  trip_ticket_numbers: list(),
  trip_ticket_status_ids: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  settlement_status_ids: list(),
  settlement_type_ids: list(),
  /** The load's cutter, skidder, driver, scaler or receiver. */
  user_ids: list(),
  trip_ticket_priority_ids: list(),
  /** Imports of delivered loads; the filter matches the loads that these imports created. */
  import_ids: list(),
  /** The range includes its start and its end. */
  dropped_off_start: instant(),
  dropped_off_end: instant(),
  /** Date field to which the range applies. */
  date_field: z.enum(FILTER_DATE_FIELDS).optional(),
  /** true: loads with a scaled volume; false: loads without one. */
  scaled: z.boolean().optional(),
};
const filterSchema = z.strictObject(ticketFilterFields);
export type TicketFilter = z.output<typeof filterSchema> & {
  /** True if part of the filter can't be read; the filter then matches no load. */
  is_unreadable?: boolean;
};

/**
 * Resolve a query's filter in a time zone: days become the first and last instant of the range. A part that can't be
 * read makes the filter match nothing.
 */
export function resolveFilter<Query extends FilterQuery>(query: Query, zone: string) {
  const { dropped_off_start, dropped_off_end, unreadable: _unreadable, ...others } = query;
  const from = dropped_off_start && getDayBounds(dropped_off_start, zone)?.from;
  const before = dropped_off_end && getDayBounds(dropped_off_end, zone)?.before;
  return {
    ...others,
    ...(matchesNothing(query) ? { is_unreadable: true } : {}),
    ...(from ? { dropped_off_start: from } : {}),
    ...(before ? { dropped_off_end: new Date(Date.parse(before) - 1).toISOString() } : {}),
  };
}

const asksFor = (filter: TicketFilter, known: readonly FilterList[]): boolean =>
  FILTER_LISTS.some((name) => !known.includes(name) && (filter[name]?.length ?? 0) > 0) ||
  filter.is_unreadable === true ||
  filter.dropped_off_start !== undefined ||
  filter.dropped_off_end !== undefined ||
  filter.scaled !== undefined;

/** Return true if the filter has more than statuses and numbers, which every list supports. */
export const hasExtraFilters = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers"]);

/**
 * Return true if the matching tickets must be searched for: the filter goes beyond statuses, numbers and jobs, which
 * have counters.
 */
export const requiresSearch = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers", "job_ids"]);
