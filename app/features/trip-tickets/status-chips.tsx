import { statusName, type TicketView, VIEWS } from "~/domain/tickets/trip-ticket";
import { paths } from "~/web/paths";
import type { FilterQuery } from "./filter-query";
import { listQuery } from "./list-query";

type Shown = { view: TicketView; shown: readonly number[]; filter: FilterQuery };

/** The statuses that a view offers; each chip is the address with that one more or less. */
export function StatusChips({ view, shown, filter }: Shown) {
  return (
    <nav className="chips" aria-label="Status">
      {VIEWS[view].offered.map((id) => {
        const on = shown.includes(id);
        return (
          <a
            key={id}
            className="chip"
            href={statusHref({ view, shown, filter }, id)}
            aria-current={on ? "true" : undefined}
          >
            {statusName(id)}
            <span className="sr">{on ? ", shown" : ", not shown"}</span>{" "}
          </a>
        );
      })}
    </nav>
  );
}

/** The address with one status more or less; none at all is the address without, which shows the view's own. */
export function statusHref({ view, shown, filter }: Shown, id: number): string {
  const next = shown.includes(id) ? shown.filter((s) => s !== id) : [...shown, id];
  const statuses = VIEWS[view].offered.filter((s) => next.includes(s));
  const query = listQuery({ view, filter: { ...filter, trip_ticket_status_ids: statuses } });
  return query ? `${paths.tickets}?${query}` : paths.tickets;
}
