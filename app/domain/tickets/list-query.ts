import { readTicketName } from "~/domain/tickets/ticket-name";
import { type TicketView, VIEWS } from "~/domain/tickets/trip-ticket";
import { type FilterQuery, MOST_VALUES, printFilter, readFilter } from "./filter-query";

/** What a list can be sorted by: each column that a ticket answers by itself. */
export const SORTS = [
  ...(["last_modified_at", "number", "created_at", "priority"] as const),
  ...(["status", "job", "contract_number", "product_type", "wood_species", "wood_species_type"] as const),
  ...(["destination", "mileage", "cutter", "skidder", "hauler", "hauler_user"] as const),
  // `volume` is the scaled one where there is one, else the estimate, as the list shows them in one column.
  ...(["volume", "estimated_volume", "scaled_volume", "scale_ticket_number"] as const),
  ...(["picked_up_at", "dropped_off_at", "scaled_at"] as const),
] as const;
/** A page has so many rows where one asks for more than the view's own. */
export const MANY_ROWS = 50 as const;
export type Sort = (typeof SORTS)[number];

/** The order that a sort has where nobody says: the newest first, all else from the lowest. */
export const usualWay = (sort: Sort): boolean => sort.endsWith("_at");

/** Parse "1042, 1043 SLT-1050" as numbers; `wrong` holds what isn't one. */
export function readNumbers(text: string): { numbers: number[]; wrong: string[] } {
  const typed = text.split(/[\s,;#]+/).filter(Boolean);
  const words = typed.map((word) => String(readTicketName(word)?.number ?? word));
  const isNumber = (word: string) => /^\d{1,9}$/.test(word) && Number(word) > 0;
  const numbers = [...new Set(words.filter(isNumber).map(Number))].slice(0, 50);
  return { numbers, wrong: words.filter((word) => !isNumber(word)) };
}

/**
 * The list's address: view, filter, what was searched for, order and page. What makes no sense is left out; nothing in
 * an address is an error. `input` is the procedure's, but for the filter's days, which mean instants in a zone.
 */
export function readListQuery(params: URLSearchParams) {
  const view: TicketView = params.get("view") === "available" ? "available" : "loads";
  const q = (params.get("q") ?? "").trim().slice(0, 400);
  const { numbers, wrong } = readNumbers(q);
  const offered: readonly number[] = VIEWS[view].offered;
  const filter = readFilter(params);
  const asked = [...(filter.trip_ticket_status_ids ?? []), ...params.getAll("status").map(Number)];
  const status_ids = [...new Set(asked.filter((id) => offered.includes(id)))];
  const { trip_ticket_status_ids: _statuses, ...others } = filter;
  const query: FilterQuery = status_ids.length ? { ...others, trip_ticket_status_ids: status_ids } : others;
  const sort = SORTS.find((s) => s === params.get("sort"));
  const page = Number(params.get("page") ?? 0);
  const rows: typeof MANY_ROWS | undefined = params.get("rows") === String(MANY_ROWS) ? MANY_ROWS : undefined;
  const numbered = [...new Set([...numbers, ...(query.trip_ticket_numbers ?? [])])].slice(0, MOST_VALUES);
  return {
    view,
    q,
    searched: numbers.length > 0,
    problem: wrong.length
      ? `Search by ticket numbers, like 1042, 1043. Not a number: ${wrong.slice(0, 3).join(", ")}`
      : null,
    /** What the chips show and the panel has ticked. */
    filter: query,
    input: {
      view,
      ...query,
      ...(numbered.length ? { trip_ticket_numbers: numbered } : {}),
      ...(sort ? { sort } : {}),
      ...(rows ? { rows } : {}),
      ...(params.has("desc") ? { descending: params.get("desc") === "1" } : {}),
      page: Number.isInteger(page) && page >= 0 && page <= 100_000 ? page : 0,
    },
  };
}

/** The query of a list's first page: the view, the filter, the search and the order, in one form. */
export function listQuery(parts: {
  view: TicketView;
  filter: FilterQuery;
  q?: string;
  sort?: string;
  desc?: boolean;
  rows?: number;
}): string {
  const params = new URLSearchParams();
  if (parts.view === "available") params.set("view", "available");
  if (parts.q) params.set("q", parts.q);
  if (parts.sort) params.set("sort", parts.sort);
  if (parts.desc !== undefined) params.set("desc", parts.desc ? "1" : "0");
  if (parts.rows) params.set("rows", String(parts.rows));
  return [params.toString(), printFilter(parts.filter)].filter(Boolean).join("&");
}

type Query = ReturnType<typeof readListQuery>;

/** The numbers that an address asks for, as a part of the procedure's input. */
export const numbersOf = ({ trip_ticket_numbers }: Query["input"]) =>
  trip_ticket_numbers ? { trip_ticket_numbers } : {};

/** The lists of a filter that options are offered for: what is chosen stays among them. */
export const chosenOf = ({
  dropped_off_start: _start,
  dropped_off_end: _end,
  date_field: _field,
  scaled: _scaled,
  ...lists
}: FilterQuery) => lists;
