import { z } from "zod";
import { textField } from "~/domain/text/input";
import {
  DATE_FIELDS,
  FILTER_LISTS,
  type FilterList,
  type FilterQuery,
  MAX_VALUES,
  matchesNothing,
} from "~/domain/tickets/filter-query";
import { getDayBounds } from "~/domain/time/time";

const list = () => z.array(z.number().int().positive()).max(MAX_VALUES).optional();
const instant = () =>
  textField(24)
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/, "Use a UTC time like 2026-11-01T05:00:00.000Z")
    .optional();

/** A filter of trip tickets as procedures and programs take it; every part is optional, an empty list asks nothing. */
export const filterShape = {
  job_ids: list(),
  product_type_ids: list(),
  wood_species_ids: list(),
  job_destination_ids: list(),
  /** Named on the load in any role: requester, cutter, skidder, hauler, the contractor that one works for, or receiving mill. */
  company_ids: list(),
  /** The receiving mill, on whichever job. */
  mill_ids: list(),
  /** Company that was to haul the load: the contractor if a subcontractor came with the truck. */
  hauler_ids: list(),
  trip_ticket_numbers: list(),
  trip_ticket_status_ids: z.array(z.number().int().min(1).max(7)).max(7).optional(),
  settlement_status_ids: list(),
  settlement_type_ids: list(),
  /** Who cut, skidded, drove, scaled or received. */
  user_ids: list(),
  trip_ticket_priority_ids: list(),
  /** Imports of delivered loads: what came in with them. */
  import_ids: list(),
  /** Both instants belong to the range. */
  dropped_off_start: instant(),
  dropped_off_end: instant(),
  /** The date that the range is about. */
  date_field: z.enum(DATE_FIELDS).optional(),
  /** true: has a scaled volume; false: doesn't. */
  scaled: z.boolean().optional(),
};
const filterSchema = z.strictObject(filterShape);
export type TicketFilter = z.output<typeof filterSchema> & {
  /** Matches no load: part of what was asked for can't be read. */
  is_unreadable?: boolean;
};

/**
 * The filter that a query means in a zone: days become the first and the last instant of the range, and a part that can't
 * be read matches nothing.
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

/** Whether the filter asks for more than statuses and numbers, which every list knows. */
export const isNarrowed = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers"]);

/** Whether tickets must be gathered: more is asked for than statuses, numbers and jobs, of which counters tell. */
export const isGathered = (filter: TicketFilter): boolean =>
  asksFor(filter, ["trip_ticket_status_ids", "trip_ticket_numbers", "job_ids"]);
