import type { TicketView } from "~/domain/tickets/trip-ticket";
import { Icon } from "~/ui/icon";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { FilterQuery } from "./filter-query";
import { type ColumnChoice, ORDER_KEY, VISIBLE_KEY, visibility } from "./list-columns";
import { StatusChips } from "./status-chips";

type Page = {
  view: TicketView;
  q: string;
  problem: string | null;
  query: string;
  statuses: readonly number[];
  filter: FilterQuery;
  groups: unknown;
};

/** The two views, the search by number, the statuses, and the way to everything else to filter by. */
export function ListSearch({ page: { view, q, problem, query, statuses, filter, groups } }: { page: Page }) {
  const plain = view === "available" ? `${paths.tickets}?view=available` : paths.tickets;
  return (
    <>
      <nav className="seg" aria-label="View">
        <a href={paths.tickets} aria-current={view === "loads" ? "page" : undefined}>
          Loads
        </a>{" "}
        <a href={`${paths.tickets}?view=available`} aria-current={view === "available" ? "page" : undefined}>
          Available
        </a>
      </nav>
      <div className="row between">
        <search>
          <form method="get" className="search">
            {view === "available" ? <input type="hidden" name="view" value="available" /> : null}
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
              placeholder="Number, or several: 1042, 1043"
              aria-describedby={problem ? "q-error" : undefined}
            />
            <button type="submit" className="button">
              <Icon name="search" /> Search
            </button>
          </form>
        </search>
        {q ? <a href={plain}>Clear search</a> : null}{" "}
        {groups ? (
          <ButtonLink href={query ? `${paths.tickets}?${query}` : paths.tickets}>Close filter</ButtonLink>
        ) : (
          <ButtonLink href={`${paths.tickets}?${[query, "filters=open"].filter(Boolean).join("&")}#filters`}>
            Filter
          </ButtonLink>
        )}
      </div>
      {q ? null : <StatusChips view={view} shown={statuses} filter={filter} />}
      {problem ? (
        <p className="error-text" id="q-error">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** The columns as the browser keeps them under the specification's keys; a script writes them there. */
export function Mirror({ columns }: { columns: ColumnChoice }) {
  return (
    <>
      <i hidden data-mirror={VISIBLE_KEY} data-value={JSON.stringify(visibility(columns.visible))} />
      <i hidden data-mirror={ORDER_KEY} data-value={JSON.stringify(columns.order)} />
    </>
  );
}
