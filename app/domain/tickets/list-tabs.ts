import { STATUS, type TicketView } from "~/domain/tickets/trip-ticket";
import { type FilterQuery, printFilter } from "./filter-query";
import { listQuery } from "./list-query";
import { groupStatuses, STATUS_GROUPS } from "./status-groups";

export type TabKey =
  | "loads"
  | "available"
  | "open"
  | "in_transit"
  | "to_scale"
  | "done"
  | "cancelled"
  | "mine";
/** So many saved filters are tabs. */
export const MOST_SAVED_TABS = 6;
/** How many loads a tab has; null where nobody has counted them. */
export type TabCounts = Partial<Record<TabKey, number | null>>;

type Tab = { key: TabKey; label: string; view: TicketView; filter: FilterQuery };
type Shown = { view: TicketView; filter: FilterQuery };

/** The lists that people come for. `me` is the person; a key has nothing of its own. */
export function tabsOf(me: number | null): Tab[] {
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
    loads("open", STATUS_GROUPS.under_way.label, of(...groupStatuses("under_way"))),
    loads("in_transit", "In transit", of(STATUS.inTransit)),
    loads("to_scale", "To scale", { ...of(STATUS.completed), scaled: false }),
    loads("done", "Done", of(...groupStatuses("delivered"))),
    loads("cancelled", "Cancelled", of(STATUS.cancelled)),
    ...(me ? [loads("mine", "Mine", { user_ids: [me] })] : []),
  ];
}

/** What tabs set of a filter, and what stays as one goes from tab to tab. */
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

/** The tab that a list stands in; null where its statuses are a choice of one's own. */
export function currentTab({ view, filter }: Shown, me: number | null): TabKey | null {
  const own = printFilter(parted(filter, me).own);
  return tabsOf(me).find((tab) => tab.view === view && printFilter(tab.filter) === own)?.key ?? null;
}

/** Whether more is asked for than a tab asks, so that counts of whole tabs would mislead. */
export const isFiltered = (filter: FilterQuery, me: number | null): boolean =>
  printFilter(parted(filter, me).rest) !== "";

/** What a filter asks for beyond the tab that it stands in: what is shown as taken, each with a way to take it out. */
export function beyondTab(shown: Shown, me: number | null): FilterQuery {
  return currentTab(shown, me) ? parted(shown.filter, me).rest : shown.filter;
}

/** The query of a tab: its own statuses, with the job, the mill, the days that are asked for already. */
export function tabQuery(tab: Tab, filter: FilterQuery, me: number | null, rows?: number): string {
  return listQuery({ view: tab.view, filter: { ...parted(filter, me).rest, ...tab.filter }, rows });
}
