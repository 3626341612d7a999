import { and, eq, gte, lte } from "drizzle-orm";
import { z } from "zod";
import type { Read } from "#db/client.server";
import { metricDay, siteStatus } from "#db/schema";
import { shiftDay } from "~/lib/time/date-range";
import { ROW_INTERVALS, type RowInterval } from "~/ui/period";
import { procedure } from "~/web/procedure";
import { COUNTS_KEY } from "../../shared/counts.server";
import { aggregateMetric, getMetric, METRIC_NAMES, METRICS, type MetricName } from "../rules/metrics";

/** Number of periods in a chart, by period length. */
const PERIODS: Record<RowInterval, number> = { day: 30, week: 26, month: 24 };

type Span = { from: string; to: string };

/** Return the first day of the period that contains a day; weeks begin on Monday. */
function beginOf(day: string, grain: RowInterval): string {
  if (grain === "month") return `${day.slice(0, 7)}-01`;
  if (grain === "day") return day;
  return shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
const nextOf = (begin: string, grain: RowInterval): string =>
  grain === "day"
    ? shiftDay(begin, 1)
    : grain === "week"
      ? shiftDay(begin, 7)
      : beginOf(shiftDay(begin, 31), "month");

/** Return the periods up to today, or with `ahead` the periods from today on, for metrics about future expiry dates. */
export function listChartPeriods(today: string, grain: RowInterval, ahead: boolean): Span[] {
  const spans: Span[] = [];
  let begin = beginOf(today, grain);
  if (!ahead) for (let n = 1; n < PERIODS[grain]; n++) begin = beginOf(shiftDay(begin, -1), grain);
  for (let n = 0; n < PERIODS[grain]; n++) {
    const next = nextOf(begin, grain);
    spans.push({ from: begin, to: shiftDay(next, -1) });
    begin = next;
  }
  return spans;
}

const isAhead = (metric: MetricName) => metric === "trials";

async function daysOf(read: Read, metric: MetricName, { from, to }: Span) {
  const rows = await read
    .select({ day: metricDay.day, value: metricDay.value })
    .from(metricDay)
    .where(and(eq(metricDay.metric, metric), gte(metricDay.day, from), lte(metricDay.day, to)))
    .orderBy(metricDay.day);
  return rows;
}

const within = (rows: readonly { day: string; value: number }[], { from, to }: Span): number[] =>
  rows.filter(({ day }) => day >= from && day <= to).map(({ value }) => value);

async function countedAt(read: Read): Promise<string | null> {
  const [mark] = await read.select().from(siteStatus).where(eq(siteStatus.name, COUNTS_KEY));
  return mark?.updated_at ?? null;
}

const seriesOutput = z.strictObject({
  from: z.string(),
  to: z.string(),
  value: z.number().describe("Tons have three decimals, everything else is whole."),
  unfinished: z.boolean().describe("The period hasn't ended."),
});

/** Return a metric of the site over time, by day, week or month (UTC), as of last night's count; for super users. */
export const getMetricChart = procedure({
  name: "getChart",
  audience: "super",
  input: z.strictObject({
    metric: z.enum(METRIC_NAMES).default("delivered"),
    grain: z.enum(ROW_INTERVALS).default("week"),
  }),
  output: z.strictObject({
    metric: z.enum(METRIC_NAMES),
    grain: z.enum(ROW_INTERVALS),
    label: z.string(),
    unit: z.string(),
    folding: z.enum(["sum", "last", "most"]).describe("How the days of a period make one number."),
    as_of: z.string().nullable().describe("When it was counted; null before the first night."),
    series: z.array(seriesOutput),
  }),
  async run(ctx, { metric, grain }) {
    const today = ctx.now.toISOString().slice(0, 10);
    const { label, unit, folding, thousandths } = getMetric(metric);
    const spans = listChartPeriods(today, grain, isAhead(metric));
    const all = { from: spans[0]?.from ?? today, to: spans.at(-1)?.to ?? today };
    const [rows, as_of] = await Promise.all([daysOf(ctx.read, metric, all), countedAt(ctx.read)]);
    return {
      metric,
      grain,
      label,
      unit,
      folding,
      as_of,
      series: spans.map((span) => ({
        ...span,
        value: aggregateMetric(within(rows, span), folding) / (thousandths ? 1000 : 1),
        unfinished: span.from <= today && span.to >= today,
      })),
    };
  },
});

const SHORT = 7;
const LONG = 30;

/**
 * Return each metric of the site for the last seven full days, the seven days before, and the last thirty days; for
 * super users.
 */
export const getMetricCounts = procedure({
  name: "getMetricCounts",
  audience: "super",
  input: z.strictObject({}),
  async run(ctx) {
    const today = ctx.now.toISOString().slice(0, 10);
    const back = (days: number, length: number): Span => ({
      from: shiftDay(today, -days - length + 1),
      to: shiftDay(today, -days),
    });
    const ahead = (days: number, length: number): Span => ({
      from: shiftDay(today, days),
      to: shiftDay(today, days + length - 1),
    });
    const as_of = await countedAt(ctx.read);
    const counts = [];
    for (const metric of METRIC_NAMES) {
      const { folding, thousandths } = getMetric(metric);
      const [week, before, month] = isAhead(metric)
        ? [ahead(0, SHORT), ahead(SHORT, SHORT), ahead(0, LONG)]
        : [back(1, SHORT), back(1 + SHORT, SHORT), back(1, LONG)];
      const rows = await daysOf(ctx.read, metric, {
        from: [week, before, month].map(({ from }) => from).sort()[0] ?? today,
        to: isAhead(metric) ? month.to : today,
      });
      const value = (span: Span) => aggregateMetric(within(rows, span), folding) / (thousandths ? 1000 : 1);
      counts.push({
        metric,
        label: METRICS[metric].label,
        says: METRICS[metric].says,
        ahead: isAhead(metric),
        week: value(week),
        before: value(before),
        month: value(month),
      });
    }
    return { as_of, counts };
  },
});
