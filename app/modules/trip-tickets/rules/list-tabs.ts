import { type FilterQuery, formatFilter } from "./filter-query";
import { formatListQuery } from "./list-query";
import { getGroupStatuses, STATUS_GROUPS } from "./status-groups";
import { STATUS, type TicketView } from "./trip-ticket";

export type TabKey =
  | "loads"
  | "available"
  | "open"
  | "in_transit"
  | "to_scale"
  | "done"
  | "cancelled"
  | "mine";
/** Maximum number of saved filters shown as tabs. */
export const MAX_SAVED_TABS = 6;
/** Number of loads per tab; null if they weren't counted. */
export type TabCounts = Partial<Record<TabKey, number | null>>;

type Tab = { key: TabKey; label: string; view: TicketView; filter: FilterQuery };
type Shown = { view: TicketView; filter: FilterQuery };

/** Create the tabs of commonly used lists. `me` is the user's id; an API key has none, and no "Mine" tab. */
export function createTicketTabs(me: number | null): Tab[] {
  const loads = (key: TabKey, label: string, filter: FilterQuery): Tab => ({
    key,
    label,
    view: "loads",
    filter,
  });
  const of = (...trip_ticket_status_ids: number[]): FilterQuery => ({ trip_ticket_status_ids });
  return [
    loads("loads", "Loads", {}),
    { key: "available", label: "Available", view: "available", filter: {} },
    loads("open", STATUS_GROUPS.under_way.label, of(...getGroupStatuses("under_way"))),
    loads("in_transit", "In transit", of(STATUS.inTransit)),
    loads("to_scale", "To scale", { ...of(STATUS.completed), scaled: false }),
    loads("done", "Done", of(...getGroupStatuses("delivered"))),
    loads("cancelled", "Cancelled", of(STATUS.cancelled)),
    ...(me ? [loads("mine", "Mine", { user_ids: [me] })] : []),
  ];
}

/** Split a filter into the part set by tabs and the part that stays when switching tabs. */
function parted(filter: FilterQuery, me: number | null): { own: FilterQuery; rest: FilterQuery } {
  const { trip_ticket_status_ids, scaled, user_ids, ...rest } = filter;
  const mine = user_ids?.length === 1 && user_ids[0] === me;
  return {
    own: {
      ...(trip_ticket_status_ids
        ? { trip_ticket_status_ids: trip_ticket_status_ids.toSorted((a, b) => a - b) }
        : {}),
      ...(scaled === undefined ? {} : { scaled }),
      ...(mine ? { user_ids } : {}),
    },
    rest: mine || !user_ids ? rest : { ...rest, user_ids },
  };
}

/** Return the tab of a list; null if its filter matches no tab. */
export function getCurrentTab({ view, filter }: Shown, me: number | null): TabKey | null {
  const own = formatFilter(parted(filter, me).own);
  return (
    createTicketTabs(me).find((tab) => tab.view === view && formatFilter(tab.filter) === own)?.key ?? null
  );
}

/** True if the filter is narrower than the current tab's filter, so that the tab's counts would mislead. */
export const isNarrowerThanTab = (filter: FilterQuery, me: number | null): boolean =>
  formatFilter(parted(filter, me).rest) !== "";

/** Part of a filter beyond its tab: shown as chips, each with a link that removes it. */
export function getFilterBeyondTab(shown: Shown, me: number | null): FilterQuery {
  return getCurrentTab(shown, me) ? parted(shown.filter, me).rest : shown.filter;
}

/** Format the query string of a tab: the tab's own filter, plus the job, mill and days already filtered by. */
export function formatTabQuery(tab: Tab, filter: FilterQuery, me: number | null, rows?: number): string {
  return formatListQuery({ view: tab.view, filter: { ...parted(filter, me).rest, ...tab.filter }, rows });
}
