import { z } from "zod";
import { textField } from "~/lib/text/input";
import { getDayBounds } from "~/lib/time/time";
import {
  DATE_FIELDS,
  FILTER_LISTS,
  type FilterList,
  type FilterQuery,
  MAX_VALUES,
  matchesNothing,
} from "../../rules/filter-query";

const list = () => z.array(z.number().int().positive()).max(MAX_VALUES).optional();
const instant = () =>
  textField(24)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/, "Use a UTC time like 2026-11-01T05:00:00.000Z")
    .optional();

/** A filter of trip tickets as procedures and programs pass it; every part is optional, an empty list doesn't filter. */
export const filterShape = {
  job_ids: list(),
  product_type_ids: list(),
  wood_species_ids: list(),
  job_destination_ids: list(),
  /**
   * Companies on the load in any role: requester, cutter, skidder, hauler, the contractor that one works for, or
   * receiving mill.
   */
  company_ids: list(),
  /** The receiving mill, on any job. */
  mill_ids: list(),
  /** Company that was to haul the load: the contractor if a subcontractor came with the truck. */
  hauler_ids: list(),
  trip_ticket_numbers: list(),
  trip_ticket_status_ids: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  settlement_status_ids: list(),
  settlement_type_ids: list(),
  /** The load's cutter, skidder, driver, scaler or receiver. */
  user_ids: list(),
  trip_ticket_priority_ids: list(),
  /** Imports of delivered loads; matches the loads they created. */
  import_ids: list(),
  /** The range includes both instants. */
  dropped_off_start: instant(),
  dropped_off_end: instant(),
  /** The date field that the range applies to. */
  date_field: z.enum(DATE_FIELDS).optional(),
  /** true: has a scaled volume; false: doesn't. */
  scaled: z.boolean().optional(),
};
const filterSchema = z.strictObject(filterShape);
export type TicketFilter = z.output<typeof filterSchema> & {
  /** Matches no load, since part of the filter can't be read. */
  is_unreadable?: boolean;
};

/**
 * Resolve a query's filter in a zone: days become the first and the last instant of the range, and a part that can't be
 * read matches nothing.
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
export const isNarrowed = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers"]);

/** Return true if tickets must be gathered: the filter has more than statuses, numbers and jobs, which counters cover. */
export const isGathered = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers", "job_ids"]);
