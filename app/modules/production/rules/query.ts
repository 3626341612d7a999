import { z } from "zod";
import { COMPARISONS } from "~/lib/period-comparison/compare";
import { createTextSchema } from "~/lib/text/input";
import { createFilterReader, type UnreadablePart } from "~/lib/text/unreadable-filter";
import { countDays, type DayRange, getQuickRange, isValidDay } from "~/lib/time/date-range";

export const REPORT_NAMES = ["deliveries", "by", "trucks", "turns", "plan", "inventory"] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

/** Dimensions by which loads are grouped, as named in the URL and the API. */
export const DIMENSIONS = [
  "product",
  "sort",
  "species",
  "destination",
  "job",
  "cutter",
  "skidder",
  "hauler",
  "driver",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];
/** Format the name of a dimension by which loads are grouped. */
export const formatDimension = (by: Dimension): string => (by === "sort" ? "product and species" : by);

export const GRAIN_NAMES = ["day", "week", "month"] as const;

/** Maximum range in days: five years and a day. */
const MAX_DAYS = 1_827;
/** Maximum range in days of reports that read each load separately, and maximum number of rows by day. */
const MAX_DAYS_BY_DAY = 92;
const MAX_WEEKS = 731;

const day = () => createTextSchema(10).refine(isValidDay, "Use a day like 2026-11-16").optional();
const ID_LIST = /^\d{1,10}(,\d{1,10})*$/;
/** Schema of ids in a URL: 7 or "7,8". */
const ids = () =>
  z.union([z.number().int().positive(), createTextSchema(600).regex(ID_LIST, "Use ids like 7,8")]).optional();

/** Fields that filter loads: by job, destination, product and hauler. */
export const PRODUCTION_FILTER_FIELDS = [
  "job_ids",
  "job_destination_ids",
  "product_type_ids",
  "hauler_ids",
] as const;
export const PRODUCTION_FILTER_LABELS: Record<(typeof PRODUCTION_FILTER_FIELDS)[number], string> = {
  job_ids: "Job",
  job_destination_ids: "Destination",
  product_type_ids: "Product",
  hauler_ids: "Hauler",
};
export type ProductionFilterName = (typeof PRODUCTION_FILTER_FIELDS)[number];
/** True for reports about loads in a period, which can be filtered; the plan and inventory reports can't. */
export const isFilterableLoadReport = (report: ReportName) => report !== "plan" && report !== "inventory";

const periodShape = {
  from: day(),
  to: day(),
  job_ids: ids(),
  job_destination_ids: ids(),
  product_type_ids: ids(),
  hauler_ids: ids(),
};

const inOrder = ({ from, to }: { from?: string; to?: string }, most: number) =>
  (!from && !to) || Boolean(from && to && to >= from && countDays({ start: from, end: to }) < most);

/** Error message for a query that names only one day, has its last day before its first, or exceeds the range. */
const refused = (words: string) => ({
  message: `Name both days, the last not before the first, ${words} at most`,
  path: ["to"],
});

export const productionInput = z
  .strictObject({
    ...periodShape,
    report: z.enum(["deliveries", "by"]).default("deliveries"),
    grain: z.enum(GRAIN_NAMES).default("day"),
    by: z.enum(DIMENSIONS).default("product"),
    compare: z.enum(COMPARISONS).default("previous"),
  })
  .refine((query) => inOrder(query, MAX_DAYS), refused("five years"));
/** Input of reports that read each load separately. */
export const perLoadReportInput = z
  .strictObject(periodShape)
  .refine((query) => inOrder(query, MAX_DAYS_BY_DAY), refused("92 days"));
/** Groupings of turn times. */
export const TURN_TIME_GROUPINGS = ["destination", "job"] as const;
export const turnsInput = z
  .strictObject({ ...periodShape, by: z.enum(TURN_TIME_GROUPINGS).default("destination") })
  .refine((query) => inOrder(query, MAX_DAYS_BY_DAY), refused("92 days"));

type Period = { from?: string; to?: string };
export type ProductionFilter = Partial<Record<(typeof PRODUCTION_FILTER_FIELDS)[number], number | string>>;

export const parseIds = (value: number | string | undefined): number[] =>
  value === undefined ? [] : String(value).split(",").map(Number);

/** Return the requested days; defaults to this month. */
export const getQueryDays = ({ from, to }: Period, today: string): DayRange =>
  from && to ? { start: from, end: to } : getQuickRange("this_month", today);

/** Return a row length that keeps the table readable: weeks for more than 92 days, months for more than two years. */
export function getReadableGrain(grain: (typeof GRAIN_NAMES)[number], range: DayRange) {
  const days = countDays(range) + 1;
  if (days > MAX_WEEKS) return "month";
  return days > MAX_DAYS_BY_DAY && grain === "day" ? "week" : grain;
}

/**
 * Measures of loads in a drawing: their number, the volume in one unit, or all units converted to tons, which is
 * labeled as approximate.
 */
export const MEASURES = ["loads", "mbf", "ton", "cord", "about"] as const;
export type Measure = (typeof MEASURES)[number];

export type ProductionQuery = {
  report: ReportName;
  measure: Measure;
  input: z.input<typeof productionInput>;
  /** Message about days that can't be shown. */
  problem: string | null;
  /** Other parts of the URL that can't be read. */
  unreadable: UnreadablePart[];
};

/** Parse the page's URL, with the parts that can't be read. */
export function parseProductionQuery(url: string): ProductionQuery {
  const { searchParams: params } = new URL(url);
  const { read, choice, unreadable } = createFilterReader(url);
  const report = choice("report", "Report", REPORT_NAMES) ?? "deliveries";
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  const each = report === "trucks" || report === "turns";
  const most = each ? MAX_DAYS_BY_DAY : MAX_DAYS;
  const given = Boolean(from || to);
  const good = given && isValidDay(from) && isValidDay(to) && inOrder({ from, to }, most);
  const narrowed = Object.fromEntries(
    PRODUCTION_FILTER_FIELDS.flatMap((name) => {
      const value = read(name, PRODUCTION_FILTER_LABELS[name], (text) =>
        ID_LIST.test(text) && text.length <= 600 ? text : null,
      );
      return value ? [[name, value]] : [];
    }),
  );
  return {
    report,
    measure: choice("measure", "Measure", MEASURES) ?? "loads",
    input: {
      report: report === "by" ? "by" : "deliveries",
      grain: choice("grain", "Rows", GRAIN_NAMES),
      by: choice("by", "By", DIMENSIONS),
      compare: choice("compare", "Compared with", COMPARISONS),
      ...(good ? { from, to } : {}),
      ...narrowed,
    },
    problem:
      given && !good
        ? `These days can't be shown, so you see this month. Name both, the last not before the first, ${each ? "92 days" : "five years"} at most.`
        : null,
    unreadable,
  };
}
