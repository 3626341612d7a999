import "~/styles/period.css";
import type { ReactNode } from "react";
import type { Comparison } from "~/lib/period-comparison/compare";
import {
  type DayRange,
  getQuickRange,
  includesTodayOrLater,
  QUICK_RANGES,
  shiftRange,
} from "~/lib/time/date-range";

/** Time spans that one row of a report can cover. */
export const ROW_INTERVALS = ["day", "week", "month"] as const;
export type RowInterval = (typeof ROW_INTERVALS)[number];

const GRAIN_WORDS: Record<RowInterval, string> = { day: "Day", week: "Week", month: "Month" };
const COMPARE_WORDS: Record<Comparison, string> = {
  previous: "The period before",
  year: "The year before",
  none: "Nothing",
};

export type Period = { range: DayRange; grain: RowInterval; compare: Comparison; today: string };

/** Return the query parameters of a period. */
const fieldsOf = ({ range, grain, compare }: Omit<Period, "today">): [string, string][] => [
  ["from", range.start],
  ["to", range.end],
  ["grain", grain],
  ["compare", compare],
];

/**
 * Form for choosing a period: quick ranges, start and end day, previous and next period, row interval, and comparison.
 * It is a single GET form. `others` are sent as hidden fields. The names in `asks` are not, because `choice` (next to
 * the form's fields) or `children` (below them) set them.
 */
export function PeriodPicker({
  action,
  period,
  others = [],
  grains = ROW_INTERVALS,
  asks = [],
  choice,
  children,
}: {
  action: string;
  period: Period;
  others?: readonly (readonly [string, string])[];
  grains?: readonly RowInterval[];
  asks?: readonly string[];
  choice?: ReactNode;
  children?: ReactNode;
}) {
  const { range, grain, compare, today } = period;
  const to = (days: DayRange) => {
    const fields = [
      ...others.map(([name, value]) => [name, value]),
      ...fieldsOf({ range: days, grain, compare }),
    ];
    return `${action}?${new URLSearchParams(fields)}`;
  };
  return (
    <form method="get" action={action} className="period" aria-label="Period">
      {others
        .filter(([name]) => !asks.includes(name))
        .map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
      <nav aria-label="Quick ranges">
        <ul>
          {QUICK_RANGES.map(({ key, label }) => {
            const quick = getQuickRange(key, today);
            const now = quick.start === range.start && quick.end === range.end;
            return (
              <li key={key}>
                <a href={to(quick)} aria-current={now ? "true" : undefined}>
                  {label}
                </a>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className="fields">
        <label>
          From{" "}
          <input type="date" className="input" name="from" defaultValue={range.start} key={range.start} />
        </label>{" "}
        <label>
          To <input type="date" className="input" name="to" defaultValue={range.end} key={range.end} />
        </label>{" "}
        <Choice name="grain" label="Rows" value={grain} options={grains} words={GRAIN_WORDS} />{" "}
        <Choice
          name="compare"
          label="Compare with"
          value={compare}
          options={["previous", "year", "none"]}
          words={COMPARE_WORDS}
        />{" "}
        {choice}
        <button type="submit" className="button">
          Show
        </button>
      </div>
      {children}
      <p className="steps">
        <a href={to(shiftRange(range, -1))}>Previous period</a>{" "}
        {includesTodayOrLater(range, today) ? (
          <span className="soft">Next period</span>
        ) : (
          <a href={to(shiftRange(range, 1))}>Next period</a>
        )}
      </p>
    </form>
  );
}

function Choice<Value extends string>({
  name,
  label,
  value,
  options,
  words,
}: {
  name: string;
  label: string;
  value: Value;
  options: readonly Value[];
  words: Record<Value, string>;
}) {
  if (options.length < 2) return null;
  return (
    <label>
      {label}{" "}
      <select className="input" name={name} defaultValue={value} key={value}>
        {options.map((option) => (
          <option key={option} value={option}>
            {words[option]}
          </option>
        ))}
      </select>
    </label>
  );
}
