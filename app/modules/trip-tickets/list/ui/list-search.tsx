import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { FilterQuery } from "../../rules/filter-query";
import { MAX_PAGE_ROWS } from "../../rules/list-query";
import type { TabCounts } from "../../rules/list-tabs";
import type { TicketView } from "../../rules/trip-ticket";
import type { RowOption } from "../data/row-options.server";
import {
  COLUMN_ORDER_KEY,
  type ColumnChoice,
  toColumnVisibility,
  VISIBLE_COLUMNS_KEY,
} from "../rules/list-columns";
import { FilterRow } from "./filter-row";
import { type SavedTab, TabLinks } from "./tab-links";

type Page = {
  view: TicketView;
  q: string;
  problem: string | null;
  query: string;
  filter: FilterQuery;
  /** Options of the filter row; null if the panel is open. */
  row: RowOption[] | null;
  today: string;
  me: number | null;
  many: boolean;
  counts: TabCounts;
  saved: SavedTab[];
};

/** Tabs, search by number, filter row, and the link to all other filters. */
export function ListSearch({ page }: { page: Page }) {
  const { view, q, problem, query, filter, row, me, counts, saved } = page;
  const plain = view === "available" ? `${paths.tickets}?view=available` : paths.tickets;
  const rows = page.many ? MAX_PAGE_ROWS : undefined;
  return (
    <>
      <TabLinks page={{ view, q, filter, me, counts, rows, saved }} />
      <div className="row finder">
        <search>
          <form method="get" className="search">
            {view === "available" ? <input type="hidden" name="view" value="available" /> : null}
            {rows ? <input type="hidden" name="rows" value={rows} /> : null}
            <label className="sr" htmlFor="q">
              Ticket numbers
            </label>
            <input
              className="input"
              type="text"
              id="q"
              name="q"
              defaultValue={q}
              inputMode="search"
              placeholder="Numbers: 1042, 1043"
              aria-describedby={problem ? "q-error" : undefined}
            />
            <button type="submit" className="button" aria-label="Search">
              <Icon name="search" /> <span>Search</span>
            </button>
          </form>
        </search>
        {q ? <a href={plain}>Clear search</a> : null}{" "}
        {row ? (
          <>
            <FilterRow page={{ view, q, filter, query, row, today: page.today }} />
            <span className="to-panel">
              <ButtonLink
                href={`${paths.tickets}?${[query, "filters=open"].filter(Boolean).join("&")}#filters`}
              >
                Filter
              </ButtonLink>
            </span>
          </>
        ) : (
          <ButtonLink href={query ? `${paths.tickets}?${query}` : paths.tickets}>Close filter</ButtonLink>
        )}
      </div>
      {problem ? (
        <p className="error-text" id="q-error">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** The columns as the browser stores them under their fixed keys; a script writes them there. */
export function ColumnStorageMirror({ columns }: { columns: ColumnChoice }) {
  return (
    <>
      <i
        hidden
        data-mirror={VISIBLE_COLUMNS_KEY}
        data-value={JSON.stringify(toColumnVisibility(columns.visible))}
      />
      <i hidden data-mirror={COLUMN_ORDER_KEY} data-value={JSON.stringify(columns.order)} />
    </>
  );
}
