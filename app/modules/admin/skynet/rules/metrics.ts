import { typedKeys } from "~/lib/object/records";

/**
 * Method to combine the daily values of a longer period: their sum; the last value, for a state; or the highest value,
 * if the same people may be counted on several days.
 */
export type Aggregation = "sum" | "last" | "most";

type Metric = {
  label: string;
  /** Counted items: "loads". */
  unit: string;
  folding: Aggregation;
  /** Exact definition of the metric, shown with the chart. */
  says: string;
  /** Kept in thousandths. */
  thousandths?: true;
};

/** Metrics counted for the whole site, in display order. */
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

/** Return a metric by name, typed as `Metric`. */
export const getMetric = (name: MetricName): Metric => METRICS[name];

/** Combine the daily values of a period. */
export function aggregateMetric(values: readonly number[], folding: Aggregation): number {
  if (folding === "last") return values.at(-1) ?? 0;
  if (folding === "most") return Math.max(0, ...values);
  return values.reduce((sum, value) => sum + value, 0);
}
