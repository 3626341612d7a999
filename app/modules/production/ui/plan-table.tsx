import type { z } from "zod";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import { formatThousandths, getUnitPlural } from "~/lib/units/measures";
import { ButtonLink, EmptyState } from "~/ui/parts";
import type { planOutput } from "../rules/output";

const NEW = "/production/goals/new";
type Row = z.output<typeof planOutput>["rows"][number];

const short = (day: string) => formatDay(day).replace(/, \d{4}$/, "");
/** "Nov 2026". */
const monthOf = (day: string) => formatDay(day).replace(/ \d+,/, "");
const amount = (value: number, { unit }: Row) =>
  unit === null ? value.toLocaleString("en-US") : formatThousandths(value);
const unitOf = (value: number, { unit }: Row) =>
  unit === null ? (value === 1 ? "load" : "loads") : getUnitPlural(unit);
const withUnit = (value: number, row: Row) => `${amount(value, row)} ${unitOf(value, row)}`;

/** Goals of this week and month, the delivered amount, and the amount left per remaining day. */
export function PlanTable({ rows, mayPlan }: z.output<typeof planOutput> & { mayPlan: boolean }) {
  if (rows.length === 0)
    return (
      <EmptyState title="No goals for this time" next={mayPlan ? { href: NEW, label: "Set a goal" } : null}>
        <p>
          The company that runs a job says how many loads or tons it should bring in a week or month. A mill
          says what it wants at its yard.
        </p>
      </EmptyState>
    );
  const changes = mayPlan && rows.some((row) => row.is_own);
  return (
    <>
      <div className="tablewrap">
        <table className="cards plan">
          <caption className="sr">Goals and how far they have come</caption>
          <thead>
            <tr>
              <th scope="col">Goal</th>
              <th scope="col" className="num">
                Planned
              </th>
              <th scope="col" className="num">
                Delivered
              </th>
              <th scope="col" className="num">
                To go
              </th>
              <th scope="col" className="num">
                A day
              </th>
              {changes ? <th scope="col">Your goals</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <GoalRow key={row.id} row={row} changes={changes} />
            ))}
          </tbody>
        </table>
      </div>
      {mayPlan ? (
        <p className="screen-only">
          <ButtonLink href={NEW}>Set a goal</ButtonLink>
        </p>
      ) : null}
    </>
  );
}

function GoalRow({ row, changes }: { row: Row; changes: boolean }) {
  const lines = [
    row.product,
    row.hauler,
    row.grain === "week" ? `week of ${short(row.from)}` : monthOf(row.from),
  ];
  return (
    <tr>
      <th scope="row" className="wide">
        {row.label}{" "}
        <small className="soft">
          {lines.filter(Boolean).join(", ")}
          {row.is_own ? null : `, set by ${row.writer}`}
        </small>
      </th>
      <td className="num" data-label="Planned">
        {withUnit(row.planned, row)}
      </td>
      <td className="num" data-label="Delivered">
        {row.href ? <a href={row.href}>{amount(row.delivered, row)}</a> : amount(row.delivered, row)}{" "}
        <small className="soft">{Math.floor((row.delivered / row.planned) * 100)}%</small>
        {row.estimated ? <small className="soft"> {withUnit(row.estimated, row)} estimated</small> : null}
        {row.is_part ? <small className="soft"> of the loads that you see</small> : null}
      </td>
      <td className="num" data-label="To go">
        {row.left ? amount(row.left, row) : "Reached"}{" "}
        {row.is_behind ? <span className="tag amber">Behind</span> : null}
      </td>
      <td className="num" data-label="A day">
        {row.left === 0
          ? "—"
          : row.days_left === 0
            ? "Over"
            : `${withUnit(row.a_day, row)}, ${formatCount(row.days_left, "day")} left`}
      </td>
      {changes ? (
        <td data-label="Your goals">
          {row.is_own ? (
            <a href={`/production/goals/${row.id}`}>
              Change<span className="sr"> the goal of {row.label}</span>
            </a>
          ) : (
            "—"
          )}
        </td>
      ) : null}
    </tr>
  );
}
