import "~/styles/period.css";
import type { ReactNode } from "react";
import type { Comparison } from "~/lib/period-comparison/compare";
import {
  type DayRange,
  getQuickRange,
  isReachingToday,
  QUICK_RANGES,
  shiftRange,
} from "~/lib/time/date-range";

/** Lengths of a period's rows. */
export const GRAINS = ["day", "week", "month"] as const;
export type Grain = (typeof GRAINS)[number];

const GRAIN_WORDS: Record<Grain, string> = { day: "Day", week: "Week", month: "Month" };
const COMPARE_WORDS: Record<Comparison, string> = {
  previous: "The period before",
  year: "The year before",
  none: "Nothing",
};

export type Period = { range: DayRange; grain: Grain; compare: Comparison; today: string };

/** Return the query parameters of a period. */
const fieldsOf = ({ range, grain, compare }: Omit<Period, "today">): [string, string][] => [
  ["from", range.start],
  ["to", range.end],
  ["grain", grain],
  ["compare", compare],
];

/**
 * Form for choosing days: preset ranges, the days themselves, the period before and after, the length of rows, and the
 * comparison. One GET form; `others` are sent along, except those that the form's own fields in `choice`, next to them,
 * and `children`, below them, set (`asks`).
 */
export function PeriodPicker({
  action,
  period,
  others = [],
  grains = GRAINS,
  asks = [],
  choice,
  children,
}: {
  action: string;
  period: Period;
  others?: readonly (readonly [string, string])[];
  grains?: readonly Grain[];
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
        {isReachingToday(range, today) ? (
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
