import { formatDate } from "~/lib/time/time";
import { paths } from "~/web/paths";
import { type FilterQuery, removeFromFilter } from "../../rules/filter-query";
import { formatListQuery } from "../../rules/list-query";
import { createTicketTabs, getCurrentTab } from "../../rules/list-tabs";
import type { TicketView } from "../../rules/trip-ticket";
import { FILTER_LIST_LABELS, formatUnreadableValue } from "../../rules/unreadable-filter";
import type { SelectedFilterNames } from "../data/filter-options.server";
import { isShownInFilterRow } from "../rules/filter-row-fields";

export const DATE_LABELS = {
  dropped_off_at: "Dropped off",
  created_at: "Created",
  picked_up_at: "Picked up",
} as const;

/** A range of days in words: "Dropped off Mon, Nov 16, 2026 to Sun, Nov 22, 2026". */
export function formatFilterRange(filter: FilterQuery): string {
  const { dropped_off_start: start, dropped_off_end: end } = filter;
  const what = DATE_LABELS[filter.date_field ?? "dropped_off_at"];
  if (start && start === end) return `${what} ${formatDate(start)}`;
  if (start && end) return `${what} ${formatDate(start)} to ${formatDate(end)}`;
  return start ? `${what} from ${formatDate(start)}` : `${what} until ${formatDate(end ?? "")}`;
}

/** A list's filters in one sentence for paper: "Job: Deward; Dropped off ...; Not scaled". */
export function formatListTitle(
  list: { view: TicketView; filter: FilterQuery; me: number | null; q: string },
  names: SelectedFilterNames,
): string {
  const { filter, me, q } = list;
  const tab = getCurrentTab(list, me);
  return [
    ...createTicketTabs(me).flatMap((t) => (t.key === tab ? [t.label] : [])),
    ...(q ? [`Numbers: ${q}`] : []),
    ...names.map(
      ({ list, id, label }) => `${FILTER_LIST_LABELS[list]}: ${list === "trip_ticket_numbers" ? id : label}`,
    ),
    ...(filter.dropped_off_start || filter.dropped_off_end ? [formatFilterRange(filter)] : []),
    ...(filter.scaled === undefined || tab === "to_scale" ? [] : [filter.scaled ? "Scaled" : "Not scaled"]),
  ].join("; ");
}

/** Chips for the list's active filters, each a link that removes its filter. */
export function FilterChips({
  view,
  filter,
  shown,
  names,
}: {
  view: TicketView;
  filter: FilterQuery;
  /** Filters to show as chips; the selected tab stands for the rest. */
  shown: FilterQuery;
  names: SelectedFilterNames;
}) {
  const to = (next: FilterQuery) => {
    const query = formatListQuery({ view, filter: next });
    return query ? `${paths.tickets}?${query}` : paths.tickets;
  };
  const chips = [
    ...names.map(({ list, id, label }) => ({
      key: `${list} ${id}`,
      inRow: isShownInFilterRow(filter, list),
      words: `${FILTER_LIST_LABELS[list]}: ${list === "trip_ticket_numbers" ? id : label}`,
      href: to(removeFromFilter(filter, list, id)),
    })),
    ...(shown.dropped_off_start || shown.dropped_off_end
      ? [
          {
            key: "dates",
            inRow: isShownInFilterRow(filter, "dates"),
            words: formatFilterRange(filter),
            href: to(removeFromFilter(filter, "dates")),
          },
        ]
      : []),
    ...(shown.scaled === undefined
      ? []
      : [
          {
            key: "scaled",
            inRow: false,
            words: filter.scaled ? "Scaled" : "Not scaled",
            href: to(removeFromFilter(filter, "scaled")),
          },
        ]),
    ...(filter.unreadable ?? []).map((value) => ({
      key: `unreadable ${value.part} ${value.text}`,
      inRow: false,
      words: formatUnreadableValue(value),
      href: to({ ...filter, unreadable: filter.unreadable?.filter((other) => other !== value) }),
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <nav className="chips" aria-label="Filters">
      {chips.map((chip) => (
        <a key={chip.key} className={chip.inRow ? "chip gone in-row" : "chip gone"} href={chip.href}>
          <span className="sr">Remove </span>
          {chip.words}{" "}
        </a>
      ))}
      <a className="clear" href={to({})}>
        Clear all
      </a>
    </nav>
  );
}
