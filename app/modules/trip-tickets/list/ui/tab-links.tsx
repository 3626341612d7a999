import { paths } from "~/web/paths";
import type { FilterQuery } from "../../rules/filter-query";
import { formatListQuery } from "../../rules/list-query";
import { createTicketTabs, formatTabQuery, getCurrentTab, type TabCounts } from "../../rules/list-tabs";
import type { TicketView } from "../../rules/trip-ticket";

export type SavedTab = { id: number; name: string; query: string };
type Page = {
  view: TicketView;
  q: string;
  filter: FilterQuery;
  me: number | null;
  rows?: number;
  counts: TabCounts;
  /** Saved filters of the user, shown as tabs after the standard ones. */
  saved: readonly SavedTab[];
};

/** Links to the most used lists, each with its number of loads. */
export function TabLinks({ page: { view, q, filter, me, rows, counts, saved } }: { page: Page }) {
  const here = formatListQuery({ view, q, filter });
  const named = here ? saved.find(({ query }) => query === here) : undefined;
  const now = named ? null : getCurrentTab({ view, filter }, me);
  return (
    <nav className="seg" aria-label="View">
      {createTicketTabs(me).map((tab) => (
        <a
          key={tab.key}
          href={paths.ticketList(formatTabQuery(tab, filter, me, rows))}
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
