import { computeChange, formatChange, formatPeriod } from "~/lib/period-comparison/compare";
import { getQuickRange } from "~/lib/time/date-range";
import { formatDay } from "~/lib/time/time";
import { formatScaledAndEstimated, formatVolume, getUnitPlural } from "~/lib/units/measures";
import { Chart } from "~/ui/chart";
import { EmptyState, Time } from "~/ui/parts";
import { paths } from "~/web/paths";
import { addLoadTotals } from "../rules/aggregate";
import type { Production } from "../rules/output";
import { formatDimension, type Measure } from "../rules/query";
import { describeMeasure } from "./measure";

const count = (n: number) => n.toLocaleString("en-US");
const loadsOf = (n: number) => `${count(n)} ${n === 1 ? "load" : "loads"}`;

/**
 * Summarize the period in one sentence: "This week to now: 41 loads, 1,118 tons; 3 more loads than last week by this
 * hour."
 */
function sentenceOf({ totals, compared, meta }: Production): string {
  const range = { start: meta.from, end: meta.to };
  const name = formatPeriod(range, meta.today);
  const to = meta.unfinished && meta.from <= meta.today ? " to now" : "";
  const volumes = totals.volumes
    .filter(({ volume }) => volume > 0)
    .map((v) => formatScaledAndEstimated(v.volume, v.estimated, v.unit));
  const change = compared
    ? `; ${formatChange(totals.loads, compared.loads, { base: compared.name, one: "load", many: "loads", format: count })}`
    : "";
  return `${name}${to}: ${[loadsOf(totals.loads), ...volumes].join(", ")}${change}.`;
}

/** Delivery report: a sentence, a drawing, and a table. */
export function Deliveries({ production, measure }: { production: Production; measure: Measure }) {
  const { rows, totals, compared, late, nearest, meta } = production;
  const drawn = describeMeasure(measure);
  const says = sentenceOf(production) + drawn.note;
  if (totals.loads === 0 && !compared?.loads) return <Nothing nearest={nearest} />;
  const shown = meta.by ? rows.slice(0, 15) : rows;
  return (
    <>
      <div className="seen">
        <Chart
          kind={meta.by ? "bars" : "columns"}
          title={`${drawn.title} by ${meta.by ? formatDimension(meta.by) : meta.grain}`}
          says={says}
          series={compared && !meta.by ? ["This period", "Compared with"] : [drawn.title]}
          unit={drawn.unit}
          format={drawn.format}
          rows={shown.map((row) => ({
            label: row.label,
            short: row.short,
            values: [drawn.of(row), ...(row.before && !meta.by ? [drawn.of(row.before)] : [])],
            unfinished: row.unfinished,
          }))}
          table={null}
        />
        <DeliveryTable production={production} />
      </div>
      <LateLoads late={late} />
    </>
  );
}

function Nothing({ nearest }: Pick<Production, "nearest">) {
  const day = nearest?.earlier ?? nearest?.later ?? null;
  const month = day ? getQuickRange("this_month", day) : null;
  return (
    <EmptyState
      title="No loads were dropped off during this time"
      next={
        month
          ? {
              href: `${paths.production}?from=${month.start}&to=${month.end}`,
              label: `See ${formatDay(month.start)} to ${formatDay(month.end)}`,
            }
          : null
      }
    >
      <p>
        {day
          ? `The nearest one was on ${formatDay(day)}.`
          : "Loads are counted here when they are dropped off."}
      </p>
    </EmptyState>
  );
}

/**
 * Maximum number of groups with their own row; the rest are merged into one row, but the file and the API list every
 * group.
 */
const MAX_ROWS = 100;

/** Return the rows to show, with all groups beyond `MAX_ROWS` merged into a last row. */
export function mergeExcessRows(rows: Production["rows"], isBy: boolean): Production["rows"] {
  const [last, ...rest] = isBy ? rows.slice(MAX_ROWS - 1) : [];
  if (!last || rest.length === 0) return rows;
  const others = [last, ...rest];
  const label = `${count(others.length)} others`;
  const before = others.flatMap((row) => row.before ?? []);
  return [
    ...rows.slice(0, MAX_ROWS - 1),
    {
      ...last,
      ...addLoadTotals(others),
      id: null,
      label,
      short: label,
      before: last.before && addLoadTotals(before),
      last: others.reduce(
        (newest, row) => ((row.last?.at ?? "") > (newest?.at ?? "") ? row.last : newest),
        last.last,
      ),
      href: null,
    },
  ];
}

/** Table of deliveries, with each unit separate: board feet, tons and cords can't be added up. */
function DeliveryTable({ production: { rows, totals, compared, meta } }: { production: Production }) {
  const shown = mergeExcessRows(rows, meta.by !== null);
  const units = [...new Set(totals.volumes.map(({ unit }) => unit))];
  const line = (row: Pick<Production["totals"], "loads" | "estimated" | "volumes">) =>
    units.map((unit) => {
      const volume = row.volumes.find((v) => v.unit === unit);
      const average = volume ? formatVolume(Math.round(volume.volume / volume.loads), unit) : "—";
      return (
        <td key={unit} className="num" data-label={getUnitPlural(unit)}>
          {volume ? formatScaledAndEstimated(volume.volume, volume.estimated, unit) : "—"}
          {volume && volume.loads > 1 ? <small> {average} a load</small> : null}
        </td>
      );
    });
  return (
    <div className="tablewrap">
      <table className="cards">
        <caption className="sr">Loads and volumes</caption>
        <thead>
          <tr>
            <th scope="col">{meta.by ? formatDimension(meta.by) : meta.grain}</th>
            <th scope="col" className="num">
              Loads
            </th>
            {units.map((unit) => (
              <th key={unit} scope="col" className="num">
                {getUnitPlural(unit)}
              </th>
            ))}
            <th scope="col" className="num">
              Estimated
            </th>
            {compared ? (
              <th scope="col" className="num">
                Change
              </th>
            ) : null}
            {meta.by ? (
              <>
                <th scope="col" className="num">
                  Share
                </th>
                <th scope="col">Last load</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.id} ${row.label}`}>
              <th scope="row" className="wide">
                {row.label}
                {row.unfinished ? " (so far)" : ""}
              </th>
              <td className="num" data-label="Loads">
                {row.href && row.loads ? <a href={row.href}>{count(row.loads)}</a> : count(row.loads)}
              </td>
              {line(row)}
              <td className="num" data-label="Estimated">
                {count(row.estimated)}
              </td>
              {compared ? (
                <td className="num" data-label="Change">
                  {row.before ? signed(computeChange(row.loads, row.before.loads).difference) : "—"}
                </td>
              ) : null}
              {meta.by ? (
                <>
                  <td className="num" data-label="Share">
                    {totals.loads ? `${Math.round((row.loads / totals.loads) * 100)}%` : "—"}
                  </td>
                  <td data-label="Last load">{row.last ? <Time {...row.last} /> : "—"}</td>
                </>
              ) : null}
            </tr>
          ))}
          <tr className="sum">
            <th scope="row" className="wide">
              Total
            </th>
            <td className="num" data-label="Loads">
              <a href={meta.list}>{count(totals.loads)}</a>
            </td>
            {line(totals)}
            <td className="num" data-label="Estimated">
              {count(totals.estimated)}
            </td>
            {compared ? (
              <td className="num" data-label="Change">
                {signed(totals.loads - compared.loads)}
              </td>
            ) : null}
            {meta.by ? <td colSpan={2} className="empty" /> : null}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const signed = (n: number) => (n > 0 ? `+${count(n)}` : n < 0 ? `−${count(-n)}` : "0");

/** Loads entered after their period had ended, which a report printed earlier didn't include. */
function LateLoads({ late: { from, to, loads } }: Pick<Production, "late">) {
  if (loads.length === 0) return null;
  return (
    <section className="stack">
      <h2>Came in late</h2>
      <p>
        {loads.length === 1 ? "This load" : `These ${loads.length} loads`} of {formatDay(from)} to{" "}
        {formatDay(to)} came in after that period had ended.
      </p>
      <ul>
        {loads.map((load) => (
          <li key={load.id}>
            <a href={`${paths.tickets}/${load.id}`}>{load.number}</a>, dropped off{" "}
            <Time {...load.dropped_off} />, made <Time {...load.created} />
          </li>
        ))}
      </ul>
    </section>
  );
}
