import { STATUS_IDS } from "~/domain/tickets/trip-ticket";
import { isDay } from "~/domain/time/date-range";
import { readDay } from "~/domain/time/read-when";
import { readNumbers } from "./ticket-numbers";

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
type DateField = (typeof DATE_FIELDS)[number];

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
  /** Values of the address that mean nothing; a part without a readable value matches no load. */
  unreadable?: UnreadableValue[];
};

/** A value of an address that can't be read, with the name it was sent under. */
export type UnreadableValue = { part: string; text: string };

const MOST_ID = 2_147_483_647;

/** Values that answer nothing, as forms and programs send them (spec 1, section 2). */
const isBlank = (text: string) => /^(0+|null|undefined)?$/.test(text);

type ReadList = { ids: number[]; wrong: string[] };

/** Read ids of an address, "1,2,2,x,0", as [1, 2] and the wrong "x"; what answers nothing is left out. */
function readIds(values: readonly string[], isValid: (id: number) => boolean): ReadList {
  const words = values
    .flatMap((value) => value.split(","))
    .map((word) => word.trim())
    .filter((word) => !isBlank(word));
  const isId = (word: string) => /^\d{1,10}$/.test(word) && Number(word) <= MOST_ID && isValid(Number(word));
  return {
    ids: [...new Set(words.filter(isId).map(Number))].slice(0, MOST_VALUES),
    wrong: words.filter((word) => !isId(word)),
  };
}

function readList(name: FilterList, params: URLSearchParams): ReadList {
  const values = params.getAll(name);
  if (name === "trip_ticket_status_ids")
    return readIds([...values, ...params.getAll("status")], (id) => STATUS_IDS.some((s) => s === id));
  if (name !== "trip_ticket_numbers") return readIds(values, () => true);
  const { numbers, wrong } = readNumbers(values.join(","), MOST_VALUES);
  return { ids: numbers, wrong: wrong.filter((word) => !isBlank(word)) };
}

/**
 * Read the filter of an address. Nothing in an address is an error: what can't be read is in `unreadable`, for the page to
 * name and for `resolveFilter` to match nothing by.
 */
export function readFilter(params: URLSearchParams): FilterQuery {
  const filter: FilterQuery = {};
  const unreadable: UnreadableValue[] = [];
  const miss = (part: string, text: string) => unreadable.push({ part, text: text.slice(0, 100) });
  for (const name of FILTER_LISTS) {
    const { ids, wrong } = readList(name, params);
    if (ids.length) filter[name] = ids;
    for (const text of wrong) miss(name, text);
  }
  const readDays = (name: string, typed: readonly string[]): string | undefined => {
    const texts = typed.map((text) => text.trim()).filter((text) => !isBlank(text));
    const day = texts.map((text) => (isDay(text) ? text : readDay(text))).find((text) => text && isDay(text));
    if (!day && texts[0]) miss(name, texts[0]);
    return day ?? undefined;
  };
  // The row of filters names both days in one field, "2026-10-01..2026-10-31".
  const [first = "", last] = (params.get("when") ?? "").split("..");
  if (first && last === undefined) miss("when", first);
  const start = readDays("dropped_off_start", [
    ...params.getAll("dropped_off_start"),
    ...(last === undefined ? [] : [first]),
  ]);
  const end = readDays("dropped_off_end", [...params.getAll("dropped_off_end"), last ?? ""]);
  // Days that were typed the wrong way round mean the range between them.
  const turned = start && end && start > end;
  if (start) filter.dropped_off_start = turned ? end : start;
  if (end) filter.dropped_off_end = turned ? start : end;
  const typedField = params.get("date_field") ?? "";
  const field = DATE_FIELDS.find((f) => f === typedField);
  if (start || end) {
    if (field && field !== "dropped_off_at") filter.date_field = field;
    else if (!field && !isBlank(typedField)) miss("date_field", typedField);
  }
  const scaled = params.get("scaled") ?? "";
  if (scaled === "yes" || scaled === "no") filter.scaled = scaled === "yes";
  else if (!isBlank(scaled)) miss("scaled", scaled);
  return unreadable.length ? { ...filter, unreadable } : filter;
}

/** Whether a part of the filter has only values that can't be read, so that no load matches. */
export const matchesNothing = ({ unreadable = [], ...filter }: FilterQuery): boolean =>
  unreadable.some(({ part }) => !(part in filter));

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
  for (const { part, text } of filter.unreadable ?? []) parts.push(`${part}=${encodeURIComponent(text)}`);
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
