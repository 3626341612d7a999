import type { FilterQuery } from "~/modules/trip-tickets/rules/filter-query";
import { formatListQuery } from "~/modules/trip-tickets/rules/list-query";
import { PRIORITY, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { paths } from "~/web/paths";

/** Link to the list of loads that a number counts. */
export const buildLoadListPath = (filter: FilterQuery, view: "loads" | "available" = "loads") =>
  paths.ticketList(formatListQuery({ view, filter }));

/** Loads that somebody wants hauled soon and nobody has claimed. */
export const urgentNeeds = (n: number) =>
  n
    ? [
        {
          key: "high_priority",
          words: n === 1 ? "high-priority load isn't claimed" : "high-priority loads aren't claimed",
          count: n,
          href: buildLoadListPath({ trip_ticket_priority_ids: [PRIORITY.high] }, "available"),
        },
      ]
    : [];

export const pausedNeeds = (n: number) =>
  n
    ? [
        {
          key: "paused",
          words: n === 1 ? "load is paused on the way" : "loads are paused on the way",
          count: n,
          href: buildLoadListPath({ trip_ticket_status_ids: [STATUS.paused] }),
        },
      ]
    : [];
