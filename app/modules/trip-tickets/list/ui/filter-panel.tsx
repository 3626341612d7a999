import "~/styles/bulk.css";
import {
  type DayRange,
  getQuickRange,
  includesTodayOrLater,
  QUICK_RANGES,
  shiftRange,
} from "~/lib/time/date-range";
import { Icon } from "~/ui/icon";
import { MAX_OPTIONS_WITHOUT_SEARCH } from "~/ui/limits";
import { ButtonLink } from "~/ui/parts";
import { paths } from "~/web/paths";
import { FILTER_DATE_FIELDS, type FilterQuery } from "../../rules/filter-query";
import { formatListQuery } from "../../rules/list-query";
import type { TicketView } from "../../rules/trip-ticket";
import type { FilterGroup } from "../data/filter-options.server";
import { DATE_LABELS } from "./filter-chips";

/**
 * All filters of a list, as one GET form. The date ranges are links that keep the applied filters; with a script, long
 * lists narrow as the user types.
 */
export function FilterPanel({
  view,
  filter,
  groups,
  today,
}: {
  view: TicketView;
  filter: FilterQuery;
  groups: FilterGroup[];
  today: string;
}) {
  return (
    <details className="card filters" open id="filters">
      <summary>
        <h2>Filter</h2>
      </summary>
      <p className="soft">All fields are optional</p>
      <form method="get" action={paths.tickets} className="stack">
        {view === "available" ? <input type="hidden" name="view" value="available" /> : null}
        <Dates view={view} filter={filter} today={today} />
        <div className="filter-groups">
          {groups.map((group) => (
            <FilterGroupOptions key={group.name} group={group} chosen={filter[group.name] ?? []} />
          ))}
          <div className="stack">
            <div className="field">
              <label htmlFor="trip_ticket_numbers">Trip tickets</label>{" "}
              <span className="hint" id="trip_ticket_numbers-hint">
                Separate several with commas: 1042, 1043
              </span>
              <input
                className="input"
                type="text"
                inputMode="search"
                id="trip_ticket_numbers"
                name="trip_ticket_numbers"
                defaultValue={typedNumbers(filter)}
                aria-describedby="trip_ticket_numbers-hint"
                data-found="/api/trip-tickets/search"
              />
              <span className="small soft" role="status" />
            </div>
            <div className="field">
              <label htmlFor="scaled">Scaled</label>
              <select
                className="input"
                id="scaled"
                name="scaled"
                defaultValue={filter.scaled === undefined ? "" : filter.scaled ? "yes" : "no"}
              >
                <option value="">Either</option>
                <option value="yes">Scaled</option>
                <option value="no">Not scaled</option>
              </select>
            </div>
          </div>
        </div>
        <div className="row apply-bar">
          <button type="submit" className="button primary">
            Apply Filters
          </button>
          <a href={view === "available" ? `${paths.tickets}?view=available` : paths.tickets}>Clear all</a>
        </div>
      </form>
    </details>
  );
}

/** The filter's ticket numbers, including unreadable ones as typed. */
const typedNumbers = ({ trip_ticket_numbers: numbers = [], unreadable = [] }: FilterQuery): string =>
  [...numbers, ...unreadable.flatMap((v) => (v.part === "trip_ticket_numbers" ? [v.text] : []))].join(", ");

function Dates({ view, filter, today }: { view: TicketView; filter: FilterQuery; today: string }) {
  const { dropped_off_start: start, dropped_off_end: end } = filter;
  const href = (range: DayRange) =>
    `${paths.tickets}?${formatListQuery({ view, filter: { ...filter, dropped_off_start: range.start, dropped_off_end: range.end } })}&filters=open`;
  const range = start && end ? { start, end } : null;
  const day = (name: "dropped_off_start" | "dropped_off_end", label: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        className="input"
        type="date"
        id={name}
        name={name}
        min="1900-01-01"
        defaultValue={filter[name]}
      />
    </div>
  );
  return (
    <fieldset className="stack">
      <legend>Dates</legend>
      <nav className="chips" aria-label="Quick ranges">
        {QUICK_RANGES.map(({ key, label }) => {
          const quick = getQuickRange(key, today);
          return (
            <a
              key={key}
              className="chip"
              href={href(quick)}
              aria-current={quick.start === start && quick.end === end ? "true" : undefined}
            >
              {label}{" "}
            </a>
          );
        })}
      </nav>
      <div className="row">
        {day("dropped_off_start", "From")}
        {day("dropped_off_end", "To")}
        <div className="field">
          <label htmlFor="date_field">Which date</label>
          <select
            className="input"
            id="date_field"
            name="date_field"
            defaultValue={filter.date_field ?? "dropped_off_at"}
          >
            {FILTER_DATE_FIELDS.map((field) => (
              <option key={field} value={field}>
                {DATE_LABELS[field]}
              </option>
            ))}
          </select>
        </div>
      </div>
      {range ? (
        <div className="row">
          <ButtonLink href={href(shiftRange(range, -1))}>
            <Icon name="previous" /> Previous period
          </ButtonLink>
          {includesTodayOrLater(range, today) ? (
            <button type="button" className="button" disabled>
              Next period <Icon name="next" />
            </button>
          ) : (
            <ButtonLink href={href(shiftRange(range, 1))}>
              Next period <Icon name="next" />
            </ButtonLink>
          )}
        </div>
      ) : null}
    </fieldset>
  );
}

/** Checkboxes of one group, collapsed unless one is checked, so that the following groups stay in view. */
export function FilterGroupOptions({ group, chosen }: { group: FilterGroup; chosen: readonly number[] }) {
  if (group.options.length === 0) return null;
  const searched = group.options.length > MAX_OPTIONS_WITHOUT_SEARCH;
  const id = `find-${group.name}`;
  return (
    <fieldset data-narrow={searched ? "" : undefined}>
      <legend className="sr">{group.label}</legend>
      <details className="menu" open={chosen.length > 0}>
        <summary>
          {group.label}
          {chosen.length ? ` (${chosen.length})` : null}
        </summary>
        {searched ? (
          <div className="search scripted">
            <label className="sr" htmlFor={id}>
              Search {group.label.toLowerCase()}
            </label>
            <input className="input" type="search" id={id} autoComplete="off" placeholder="Search" />
          </div>
        ) : null}
        <ul className="lines narrowed options">
          {group.options.map((o) => (
            <li key={o.id} data-words={searched ? o.label.toLowerCase() : undefined}>
              <label className="check">
                <input
                  type="checkbox"
                  name={group.name}
                  value={o.id}
                  defaultChecked={chosen.includes(o.id)}
                />
                <span>{o.label}</span>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </fieldset>
  );
}
