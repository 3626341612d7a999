import type { FilterQuery } from "~/domain/tickets/filter-query";
import { listQuery } from "~/domain/tickets/list-query";
import { currentTab, type TabCounts, tabQuery, tabsOf } from "~/domain/tickets/list-tabs";
import type { TicketView } from "~/domain/tickets/trip-ticket";
import { paths } from "~/web/paths";

export type SavedTab = { id: number; name: string; query: string };
type Page = {
  view: TicketView;
  q: string;
  filter: FilterQuery;
  me: number | null;
  rows?: number;
  counts: TabCounts;
  /** Filters that somebody has named, their own lists beside the usual ones. */
  saved: readonly SavedTab[];
};

/** The lists that people come for, one click each, with how many loads each has. */
export function TabLinks({ page: { view, q, filter, me, rows, counts, saved } }: { page: Page }) {
  const here = listQuery({ view, q, filter });
  const named = here ? saved.find(({ query }) => query === here) : undefined;
  const now = named ? null : currentTab({ view, filter }, me);
  return (
    <nav className="seg" aria-label="View">
      {tabsOf(me).map((tab) => (
        <a
          key={tab.key}
          href={paths.ticketList(tabQuery(tab, filter, me, rows))}
          aria-current={tab.key === now ? "page" : undefined}
        >
          {tab.label} <span className="soft small">{counts[tab.key]?.toLocaleString("en-US")}</span>{" "}
        </a>
      ))}
      {saved.map(({ id, name, query }) => (
        <a
          key={id}
          className="named"
          href={paths.ticketList([rows ? `rows=${rows}` : "", query].filter(Boolean).join("&"))}
          aria-current={id === named?.id ? "page" : undefined}
          title={name}
        >
          <span>{name}</span>{" "}
        </a>
      ))}
    </nav>
  );
}
