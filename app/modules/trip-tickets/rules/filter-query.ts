import { isBlankValue } from "~/lib/text/unreadable-filter";
import { isValidDay } from "~/lib/time/date-range";
import { parseDay } from "~/lib/time/read-when";
import { parseTicketNumberList } from "./ticket-numbers";
import { STATUS_IDS } from "./trip-ticket";

/** Lists of ids that a filter may name, under the names used in URLs and in the API. */
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

/** Ticket dates to which the date range can apply; the drop-off date by default (docs/domain.md#ticket-lists). */
export const FILTER_DATE_FIELDS = ["dropped_off_at", "created_at", "picked_up_at"] as const;
type DateField = (typeof FILTER_DATE_FIELDS)[number];

/** Maximum number of values in one list of a filter; longer lists are a mistake or abuse. */
export const MAX_FILTER_VALUES = 100;

/** Filter as it appears in a URL; dates are days in the reader's zone. `scaled`: true for loads with a scaled volume. */
export type FilterQuery = Partial<Record<FilterList, number[]>> & {
  dropped_off_start?: string;
  dropped_off_end?: string;
  date_field?: DateField;
  scaled?: boolean;
  /** URL values that couldn't be read; a list or field without any readable value matches no load. */
  unreadable?: UnreadableValue[];
};

/** URL value that can't be read, with its parameter name. */
export type UnreadableValue = { part: string; text: string };

const MAX_ID = 2_147_483_647;

type ReadList = { ids: number[]; wrong: string[] };

/** Parse ids from a URL: "1,2,2,x,0" gives [1, 2] and the invalid "x"; empty values are skipped. */
function readIds(values: readonly string[], isValid: (id: number) => boolean): ReadList {
  const words = values
    .flatMap((value) => value.split(","))
    .map((word) => word.trim())
    .filter((word) => !isBlankValue(word));
  const isId = (word: string) => /^\d{1,10}$/.test(word) && Number(word) <= MAX_ID && isValid(Number(word));
  return {
    ids: [...new Set(words.filter(isId).map(Number))].slice(0, MAX_FILTER_VALUES),
    wrong: words.filter((word) => !isId(word)),
  };
}

function readList(name: FilterList, params: URLSearchParams): ReadList {
  const values = params.getAll(name);
  if (name === "trip_ticket_status_ids")
    return readIds([...values, ...params.getAll("status")], (id) => STATUS_IDS.some((s) => s === id));
  if (name !== "trip_ticket_numbers") return readIds(values, () => true);
  const { numbers, wrong } = parseTicketNumberList(values.join(","), MAX_FILTER_VALUES);
  return { ids: numbers, wrong: wrong.filter((word) => !isBlankValue(word)) };
}

/**
 * Parse the filter from a URL without ever failing: unreadable values go into `unreadable`, so that the page can name
 * them and `resolveFilter` matches nothing for them.
 */
export function parseFilter(params: URLSearchParams): FilterQuery {
  const filter: FilterQuery = {};
  const unreadable: UnreadableValue[] = [];
  const miss = (part: string, text: string) => unreadable.push({ part, text: text.slice(0, 100) });
  for (const name of FILTER_LISTS) {
    const { ids, wrong } = readList(name, params);
    if (ids.length) filter[name] = ids;
    for (const text of wrong) miss(name, text);
  }
  const readDays = (name: string, typed: readonly string[]): string | undefined => {
    const texts = typed.map((text) => text.trim()).filter((text) => !isBlankValue(text));
    const day = texts
      .map((text) => (isValidDay(text) ? text : parseDay(text)))
      .find((text) => text && isValidDay(text));
    if (!day && texts[0]) miss(name, texts[0]);
    return day ?? undefined;
  };
  // The row of filters sends both days in one field, "2026-10-01..2026-10-31".
  const [first = "", last] = (params.get("when") ?? "").split("..");
  if (first && last === undefined) miss("when", first);
  const start = readDays("dropped_off_start", [
    ...params.getAll("dropped_off_start"),
    ...(last === undefined ? [] : [first]),
  ]);
  const end = readDays("dropped_off_end", [...params.getAll("dropped_off_end"), last ?? ""]);
  // Swap the days if they were typed in the wrong order.
  const turned = start && end && start > end;
  if (start) filter.dropped_off_start = turned ? end : start;
  if (end) filter.dropped_off_end = turned ? start : end;
  const typedField = params.get("date_field") ?? "";
  const field = FILTER_DATE_FIELDS.find((f) => f === typedField);
  if (start || end) {
    if (field && field !== "dropped_off_at") filter.date_field = field;
    else if (!field && !isBlankValue(typedField)) miss("date_field", typedField);
  }
  const scaled = params.get("scaled") ?? "";
  if (scaled === "yes" || scaled === "no") filter.scaled = scaled === "yes";
  else if (!isBlankValue(scaled)) miss("scaled", scaled);
  return unreadable.length ? { ...filter, unreadable } : filter;
}

/** True if a part of the filter has only unreadable values, so that no load matches. */
export const matchesNothing = ({ unreadable = [], ...filter }: FilterQuery): boolean =>
  unreadable.some(({ part }) => !(part in filter));

/** Write a filter into a URL in a fixed order, omitting empty values; commas stay readable. */
export function formatFilter(filter: FilterQuery): string {
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
  for (const { part, text } of filter.unreadable ?? []) parts.push(`${part}=${encodeURIComponent(text)}`);
  return parts.join("&");
}

const hasDates = (filter: FilterQuery) => Boolean(filter.dropped_off_start || filter.dropped_off_end);

/** Remove one value of a list, or another part, from a filter, for the remove button of a filter chip. */
export function removeFromFilter(
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
