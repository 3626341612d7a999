import { getQuickRange, QUICK_RANGES } from "~/lib/time/date-range";
import { paths } from "~/web/paths";
import type { FilterQuery } from "../../rules/filter-query";
import { formatListQuery } from "../../rules/list-query";
import type { TicketView } from "../../rules/trip-ticket";
import type { RowOption } from "../data/row-options.server";
import { FILTER_ROW_LISTS } from "../rules/filter-row-fields";
import { formatFilterRange } from "./filter-chips";

type Page = {
  view: TicketView;
  q: string;
  filter: FilterQuery;
  query: string;
  row: RowOption[];
  today: string;
};

/** Return the query parameters that the filter row has no fields for, to send along with its form. */
function others(query: string): [string, string][] {
  const own: readonly string[] = [...FILTER_ROW_LISTS, "dropped_off_start", "dropped_off_end", "page"];
  return [...new URLSearchParams(query)].filter(([name]) => !own.includes(name));
}

/**
 * Filter row above the list: date, job, mill, hauler, product and status, one choice each, as one GET form. Filters
 * that only the panel has are sent along. The date range is a single field here.
 */
export function FilterRow({ page: { view, q, filter, query, row, today } }: { page: Page }) {
  const filtered = formatListQuery({ view, q, filter }) !== formatListQuery({ view, filter: {} });
  return (
    <form method="get" action={paths.tickets} className="filter-row" aria-label="Filter the list">
      {others(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <When filter={filter} today={today} />
      {row.map((group) => (
        <Choice key={group.name} group={group} chosen={filter[group.name] ?? []} />
      ))}
      <button type="submit" className="button">
        Show
      </button>{" "}
      <a href={`${paths.tickets}?${[query, "filters=open"].filter(Boolean).join("&")}#filters`}>
        More filters
      </a>{" "}
      {filtered ? (
        <>
          <a href={`${paths.savedFilters}?${new URLSearchParams({ query })}`}>Save</a>{" "}
          <a href={view === "available" ? `${paths.tickets}?view=available` : paths.tickets}>Clear</a>
        </>
      ) : null}
    </form>
  );
}

function When({ filter, today }: { filter: FilterQuery; today: string }) {
  const { dropped_off_start: start = "", dropped_off_end: end = "" } = filter;
  const now = start || end ? `${start}..${end}` : "";
  const quick = QUICK_RANGES.map(({ key, label }) => {
    const range = getQuickRange(key, today);
    return { value: `${range.start}..${range.end}`, label };
  });
  return (
    <>
      <label className="sr" htmlFor="row-when">
        When
      </label>
      <select className="input" id="row-when" name="when" defaultValue={now}>
        <option value="">When</option>
        {now && !quick.some(({ value }) => value === now) ? (
          <option value={now}>{formatFilterRange(filter)}</option>
        ) : null}
        {quick.map(({ value, label }) => (
          <option key={label} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

function Choice({ group, chosen }: { group: RowOption; chosen: readonly number[] }) {
  const { name, label, options } = group;
  if (options.length < 2 && chosen.length === 0) return null;
  const others = chosen.length > 0 && !options.some(({ id }) => chosen.join() === String(id));
  return (
    <>
      <label className="sr" htmlFor={`row-${name}`}>
        {label}
      </label>
      <select className="input" id={`row-${name}`} name={name} defaultValue={chosen.join(",")}>
        <option value="">{label}</option>
        {others ? <option value={chosen.join(",")}>{`${chosen.length} chosen`}</option> : null}
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}
