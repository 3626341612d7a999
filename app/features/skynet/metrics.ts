import { keysOf } from "~/domain/records/records";

/**
 * How the days of a longer period make one number: added up; the last of them, where it is a state; or the most on one
 * day, where the same people may come on several.
 */
export type Folding = "sum" | "last" | "most";

type Metric = {
  label: string;
  /** What is counted: "loads". */
  unit: string;
  folding: Folding;
  /** What exactly is counted, for who reads the chart. */
  says: string;
  /** Kept in thousandths. */
  thousandths?: true;
};

/** What is counted of the whole site each night, in the order in which it is shown. */
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
export const METRIC_NAMES = keysOf(METRICS);

/** A metric by its name, as one type. */
export const metricOf = (name: MetricName): Metric => METRICS[name];

/** The numbers of a period's days as one. */
export function fold(values: readonly number[], folding: Folding): number {
  if (folding === "last") return values.at(-1) ?? 0;
  if (folding === "most") return Math.max(0, ...values);
  return values.reduce((sum, value) => sum + value, 0);
}
