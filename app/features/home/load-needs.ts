import type { FilterQuery } from "~/domain/tickets/filter-query";
import { listQuery } from "~/domain/tickets/list-query";
import { PRIORITY, STATUS } from "~/domain/tickets/trip-ticket";
import { paths } from "~/web/paths";

/** The list of loads that a number counts. */
export const loadList = (filter: FilterQuery, view: "loads" | "available" = "loads") =>
  paths.ticketList(listQuery({ view, filter }));

/** Loads that somebody wants hauled soon, and that nobody has taken. */
export const pressingOf = (n: number) =>
  n
    ? [
        {
          key: "high_priority",
          words: n === 1 ? "high-priority load isn't claimed" : "high-priority loads aren't claimed",
          count: n,
          href: loadList({ trip_ticket_priority_ids: [PRIORITY.high] }, "available"),
        },
      ]
    : [];

export const pausedOf = (n: number) =>
  n
    ? [
        {
          key: "paused",
          words: n === 1 ? "load is paused on the way" : "loads are paused on the way",
          count: n,
          href: loadList({ trip_ticket_status_ids: [STATUS.paused] }),
        },
      ]
    : [];
