import { STATUS_IDS } from "~/domain/tickets/trip-ticket";
import { isDay } from "~/domain/time/date-range";

/** The lists of ids that a filter may name, under the names of the addresses and of the API. */
export const FILTER_LISTS = [
  "job_ids",
  "product_type_ids",
  "wood_species_ids",
  "job_destination_ids",
  "company_ids",
  "mill_ids",
  "hauler_ids",
  "trip_ticket_numbers",
  "trip_ticket_status_ids",
  "settlement_status_ids",
  "settlement_type_ids",
  "user_ids",
  "trip_ticket_priority_ids",
  "import_ids",
] as const;
export type FilterList = (typeof FILTER_LISTS)[number];

/** Which of a ticket's dates the range acts on; when it was dropped off where nobody says (decisions, section 10). */
export const DATE_FIELDS = ["dropped_off_at", "created_at", "picked_up_at"] as const;
export type DateField = (typeof DATE_FIELDS)[number];

/** So many values of one list are taken; more are a mistake or a mischief. */
export const MOST_VALUES = 100;

/**
 * A filter as it appears in an address: dates are days in the reader's zone. `scaled`: whether it has a scaled volume.
 */
export type FilterQuery = Partial<Record<FilterList, number[]>> & {
  dropped_off_start?: string;
  dropped_off_end?: string;
  date_field?: DateField;
  scaled?: boolean;
};

const MOST_ID = 2_147_483_647;

/** Ids of an address, "1,2,2,x,0" as [1, 2]: what is empty, zero, said twice or no id is left out. */
function readIds(values: readonly string[]): number[] {
  const ids = values
    .flatMap((value) => value.split(","))
    .map((word) => word.trim())
    .filter((word) => /^\d{1,10}$/.test(word))
    .map(Number)
    .filter((id) => id > 0 && id <= MOST_ID);
  return [...new Set(ids)].slice(0, MOST_VALUES);
}

/** Reads the filter of an address. What makes no sense is left out; nothing in an address is an error. */
export function readFilter(params: URLSearchParams): FilterQuery {
  const found: FilterQuery = {};
  for (const name of FILTER_LISTS) {
    let ids = readIds(params.getAll(name));
    if (name === "trip_ticket_status_ids") ids = ids.filter((id) => STATUS_IDS.some((s) => s === id));
    if (ids.length) found[name] = ids;
  }
  const day = (name: string) => params.getAll(name).find(isDay);
  // The row of filters names both days in one field, "2026-10-01..2026-10-31".
  const [first, last] = (params.get("when") ?? "").split("..");
  const start = day("dropped_off_start") ?? [first].find((d) => d && isDay(d));
  const end = day("dropped_off_end") ?? [last].find((d) => d && isDay(d));
  // Days that were typed the wrong way round mean the range between them.
  const turned = start && end && start > end;
  if (start) found.dropped_off_start = turned ? end : start;
  if (end) found.dropped_off_end = turned ? start : end;
  const field = DATE_FIELDS.find((f) => f === params.get("date_field"));
  if (field && field !== "dropped_off_at" && (start || end)) found.date_field = field;
  const scaled = params.get("scaled");
  if (scaled === "yes" || scaled === "no") found.scaled = scaled === "yes";
  return found;
}

/** Writes a filter into an address in one order, without what is empty; commas stay readable. */
export function printFilter(filter: FilterQuery): string {
  const parts: string[] = [];
  for (const name of FILTER_LISTS) {
    const ids = filter[name];
    if (ids?.length) parts.push(`${name}=${[...new Set(ids)].join(",")}`);
  }
  if (filter.dropped_off_start) parts.push(`dropped_off_start=${filter.dropped_off_start}`);
  if (filter.dropped_off_end) parts.push(`dropped_off_end=${filter.dropped_off_end}`);
  if (filter.date_field && filter.date_field !== "dropped_off_at" && hasDates(filter))
    parts.push(`date_field=${filter.date_field}`);
  if (filter.scaled !== undefined) parts.push(`scaled=${filter.scaled ? "yes" : "no"}`);
  return parts.join("&");
}

const hasDates = (filter: FilterQuery) => Boolean(filter.dropped_off_start || filter.dropped_off_end);

/** The filter without one value of a list, or without a part of another kind: where a chip's cross leads. */
export function filterWithout(
  query: FilterQuery,
  part: FilterList | "dates" | "scaled",
  value?: number,
): FilterQuery {
  const next = { ...query };
  if (part === "dates") {
    delete next.dropped_off_start;
    delete next.dropped_off_end;
    delete next.date_field;
  } else if (part === "scaled") delete next.scaled;
  else {
    const left = (next[part] ?? []).filter((id) => id !== value);
    if (value !== undefined && left.length) next[part] = left;
    else delete next[part];
  }
  return next;
}
