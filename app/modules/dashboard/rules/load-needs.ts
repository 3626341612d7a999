import type { FilterQuery } from "~/modules/trip-tickets/rules/filter-query";
import { formatListQuery } from "~/modules/trip-tickets/rules/list-query";
import { PRIORITY, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { paths } from "~/web/paths";

/** Build the link to the list of loads that a number counts. */
export const buildLoadListPath = (filter: FilterQuery, view: "loads" | "available" = "loads") =>
  paths.ticketList(formatListQuery({ view, filter }));

/** Create the action item for high-priority loads that nobody has claimed; none if there are no such loads. */
export const createUrgentLoadItems = (n: number) =>
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

export const createPausedLoadItems = (n: number) =>
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
