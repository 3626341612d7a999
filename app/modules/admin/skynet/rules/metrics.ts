import { typedKeys } from "~/lib/object/records";

/**
 * Method of combining the days of a longer period: the sum; the last of them, for a state; or the most on one day, if
 * the same people may come on several.
 */
export type Aggregation = "sum" | "last" | "most";

type Metric = {
  label: string;
  /** Counted items: "loads". */
  unit: string;
  folding: Aggregation;
  /** Exact definition of the number, for the chart's reader. */
  says: string;
  /** Kept in thousandths. */
  thousandths?: true;
};

/** Numbers counted for the whole site each night, in display order. */
export const METRICS = {
  delivered: {
    label: "Loads delivered",
    unit: "loads",
    folding: "sum",
    says: "Loads by the day they were dropped off",
  },
  tons: {
    label: "Tons delivered",
    unit: "tons",
    folding: "sum",
    says: "MBF and cords are converted to tons",
    thousandths: true,
  },
  made: {
    label: "Tickets made",
    unit: "tickets",
    folding: "sum",
    says: "Tickets by the day they were made, not counting samples and deleted ones",
  },
  companies: {
    label: "Companies with a delivery",
    unit: "companies",
    folding: "most",
    says: "Companies that hauled a load or whose job it came from",
  },
  people: { label: "People seen", unit: "people", folding: "most", says: "People who were signed in" },
  sign_ups: {
    label: "Sign-ups",
    unit: "people",
    folding: "sum",
    says: "New accounts, also those an admin added",
  },
  leads: { label: "Leads", unit: "leads", folding: "sum", says: "Requests for a subscription" },
  trials: {
    label: "Trials that expire",
    unit: "features",
    folding: "sum",
    says: "Temporary features, by their last day",
  },
  plans: {
    label: "Companies that subscribe",
    unit: "companies",
    folding: "last",
    says: "Companies with a subscription or a plan that was given",
  },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof METRICS;
export const METRIC_NAMES = typedKeys(METRICS);

/** A metric by its name, as one type. */
export const getMetric = (name: MetricName): Metric => METRICS[name];

/** Combine the numbers of a period's days. */
export function foldMetric(values: readonly number[], folding: Aggregation): number {
  if (folding === "last") return values.at(-1) ?? 0;
  if (folding === "most") return Math.max(0, ...values);
  return values.reduce((sum, value) => sum + value, 0);
}
