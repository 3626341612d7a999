import { type FilterQuery, formatFilter, MAX_FILTER_VALUES, parseFilter } from "./filter-query";
import { parseTicketNumberList } from "./ticket-numbers";
import { TICKET_VIEWS, type TicketView } from "./trip-ticket";
import { getUnreadableFilterMessage } from "./unreadable-filter";

/** Columns by which a ticket list can be sorted: every column stored on the ticket itself. */
export const TICKET_SORTS = [
  ...(["last_modified_at", "number", "created_at", "priority"] as const),
  ...(["status", "job", "contract_number", "product_type", "wood_species", "wood_species_type"] as const),
  ...(["destination", "mileage", "cutter", "skidder", "hauler", "hauler_user"] as const),
  // `volume` is the scaled volume, or the estimate if there is none; the list shows both in one column.
  ...(["volume", "estimated_volume", "scaled_volume", "scale_ticket_number"] as const),
  ...(["picked_up_at", "dropped_off_at", "scaled_at"] as const),
] as const;
/** Number of rows on a page when more than the view's default is requested. */
export const MAX_PAGE_ROWS = 50 as const;
export type TicketSort = (typeof TICKET_SORTS)[number];

/** Return the default direction of a sort, true for descending: newest first for times, otherwise lowest first. */
export const isDescendingByDefault = (sort: TicketSort): boolean => sort.endsWith("_at");

const offeredIn = (view: TicketView): readonly number[] => TICKET_VIEWS[view].offered;

/** Choose the view: the requested one, or the other view if only that one lists a requested status. */
function chooseView(params: URLSearchParams, statuses: readonly number[]): TicketView {
  const view = params.get("view") === "available" ? "available" : "loads";
  const other = view === "loads" ? "available" : "loads";
  const isOffered = (name: TicketView) => statuses.some((id) => offeredIn(name).includes(id));
  return !isOffered(view) && isOffered(other) ? other : view;
}

/** Limit a filter to the statuses listed in a view; other statuses become unreadable values. */
function withinView(view: TicketView, filter: FilterQuery): FilterQuery {
  const { trip_ticket_status_ids: statuses = [], unreadable = [], ...others } = filter;
  const offered = statuses.filter((id) => offeredIn(view).includes(id));
  const missed = statuses
    .filter((id) => !offered.includes(id))
    .map((id) => ({ part: "trip_ticket_status_ids", text: String(id) }));
  return {
    ...others,
    ...(offered.length ? { trip_ticket_status_ids: offered } : {}),
    ...(missed.length || unreadable.length ? { unreadable: [...unreadable, ...missed] } : {}),
  };
}

/**
 * Parse the list's URL: view, filter, searched numbers, order and page. Parsing never fails: an unreadable filter value
 * stays in `unreadable`, so that the page names it and doesn't list everything. `input` is the procedure's input,
 * except that `resolveFilter` converts its days to instants.
 */
export function parseListQuery(params: URLSearchParams) {
  const q = (params.get("q") ?? "").trim().slice(0, 400);
  const { numbers, wrong } = parseTicketNumberList(q);
  const read = parseFilter(params);
  const view = chooseView(params, read.trip_ticket_status_ids ?? []);
  const filter = withinView(view, read);
  const sort = TICKET_SORTS.find((s) => s === params.get("sort"));
  const page = Number(params.get("page") ?? 0);
  const rows: typeof MAX_PAGE_ROWS | undefined =
    params.get("rows") === String(MAX_PAGE_ROWS) ? MAX_PAGE_ROWS : undefined;
  const numbered = [...new Set([...numbers, ...(filter.trip_ticket_numbers ?? [])])].slice(
    0,
    MAX_FILTER_VALUES,
  );
  const unreadable = [
    ...(filter.unreadable ?? []),
    ...(numbers.length ? [] : wrong.map((text) => ({ part: "q", text }))),
  ];
  return {
    view,
    q,
    searched: numbers.length > 0,
    problem: wrong.length
      ? `Search by ticket numbers, like 1042, 1043. Not a number: ${wrong.slice(0, 3).join(", ")}`
      : filter.unreadable
        ? getUnreadableFilterMessage(filter.unreadable)
        : null,
    /** Filter shown as chips and as checked boxes in the panel. */
    filter,
    input: {
      view,
      ...filter,
      ...(numbered.length ? { trip_ticket_numbers: numbered } : {}),
      ...(unreadable.length ? { unreadable } : {}),
      ...(sort ? { sort } : {}),
      ...(rows ? { rows } : {}),
      ...(params.has("desc") ? { descending: params.get("desc") === "1" } : {}),
      page: Number.isInteger(page) && page >= 0 && page <= 100_000 ? page : 0,
    },
  };
}

/** Query of a list's first page: view, filter, search and order in canonical form. */
export function formatListQuery(parts: {
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
  return [params.toString(), formatFilter(parts.filter)].filter(Boolean).join("&");
}

/** Return the id lists of a filter; their values remain among the options offered for the filter. */
export const getFilterLists = ({
  dropped_off_start: _start,
  dropped_off_end: _end,
  date_field: _field,
  scaled: _scaled,
  unreadable: _unreadable,
  ...lists
}: FilterQuery) => lists;
