import type { TicketView } from "~/domain/tickets/trip-ticket";
import { paths } from "~/web/paths";
import type { FilterQuery } from "./filter-query";
import { currentTab, type TabCounts, tabQuery, tabsOf } from "./list-tabs";

type Page = {
  view: TicketView;
  filter: FilterQuery;
  me: number | null;
  rows?: number;
  counts: TabCounts;
};

/** The lists that people come for, one click each, with how many loads each has. */
export function TabLinks({ page: { view, filter, me, rows, counts } }: { page: Page }) {
  const now = currentTab({ view, filter }, me);
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
    </nav>
  );
}
