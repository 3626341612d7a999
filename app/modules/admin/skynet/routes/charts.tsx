import "~/styles/admin.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { formatDay, formatInstant, getDay } from "~/lib/time/time";
import { Chart } from "~/ui/chart";
import { Notice, PageHead } from "~/ui/parts";
import { ROW_INTERVALS } from "~/ui/period";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createUserContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getMetricChart, getMetricCounts } from "../data/charts.server";
import { getMetric, METRIC_NAMES, METRICS } from "../rules/metrics";
import { CountsTable } from "../ui/counts-table";

export const meta: MetaFunction = () => [{ title: "Charts · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createUserContext(args);
  const { choice, unreadable } = createFilterReader(args.request.url);
  const metric = choice("metric", "Number", METRIC_NAMES);
  const grain = choice("grain", "By", ROW_INTERVALS);
  const [chart, { counts, as_of }] = await Promise.all([
    callProcedure(getMetricChart, ctx, { metric, grain }),
    callProcedure(getMetricCounts, ctx, {}),
  ]);
  const year = getDay(ctx.now, "UTC").slice(0, 4);
  const short = (day: string) => formatDay(day).replace(`, ${year}`, "");
  return {
    unreadable,
    chart: {
      ...chart,
      series: chart.series.map(({ from, to, ...row }) => ({
        ...row,
        label: from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`,
        short: short(from),
      })),
    },
    counts,
    as_of: as_of && formatInstant(as_of, ctx.actor.zone, ctx.now),
  };
}

const GRAIN_WORDS = { day: "Day", week: "Week", month: "Month" } as const;

/** Page of the site's metrics over time. */
export default function Charts() {
  const { chart, counts, as_of, unreadable } = useLoaderData<typeof loader>();
  const { says } = getMetric(chart.metric);
  const folded =
    chart.grain === "day" || chart.folding === "sum"
      ? ""
      : chart.folding === "last"
        ? ` Each ${chart.grain} shows its last day.`
        : ` Each ${chart.grain} shows its largest day.`;
  return (
    <div className="stack loose">
      <PageHead title="Charts" lede={as_of ? `As of ${as_of}. Days are UTC.` : undefined} />
      {as_of ? null : (
        <Notice title="Nothing has been counted yet">
          <p>The server counts when it starts, and every night after that.</p>
        </Notice>
      )}
      <search>
        <form className="row admin-search">
          <span className="field">
            <label htmlFor="metric">Number</label>{" "}
            <select className="input" id="metric" name="metric" defaultValue={chart.metric}>
              {METRIC_NAMES.map((name) => (
                <option key={name} value={name}>
                  {METRICS[name].label}
                </option>
              ))}
            </select>
          </span>{" "}
          <span className="field">
            <label htmlFor="grain">By</label>{" "}
            <select className="input" id="grain" name="grain" defaultValue={chart.grain}>
              {ROW_INTERVALS.map((name) => (
                <option key={name} value={name}>
                  {GRAIN_WORDS[name]}
                </option>
              ))}
            </select>
          </span>{" "}
          <button type="submit" className="button primary">
            Show
          </button>
        </form>
      </search>
      {unreadable.length ? (
        <UnreadableFilter parts={unreadable} />
      ) : (
        <Chart
          kind={chart.folding === "sum" ? "columns" : "line"}
          title={`${chart.label} by ${chart.grain}`}
          says={`${says}.${folded}`}
          series={[chart.label]}
          unit={chart.unit}
          by={GRAIN_WORDS[chart.grain]}
          rows={chart.series.map((row) => ({
            label: row.label,
            short: row.short,
            values: [row.value],
            unfinished: row.unfinished,
          }))}
          format={(value) => value.toLocaleString("en-US", { maximumFractionDigits: 1 })}
          folded
        />
      )}
      <CountsTable counts={counts} />
    </div>
  );
}
