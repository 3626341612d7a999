import { z } from "zod";
import { COMPARISONS } from "~/domain/compare/compare";
import { text } from "~/domain/text/input";
import { type DayRange, daysBetween, isDay, quickRange } from "~/domain/time/date-range";

export const REPORTS = ["deliveries", "by", "trucks", "turns", "plan", "inventory"] as const;
export type ReportName = (typeof REPORTS)[number];

/** What loads are put together by, as the address and the API name it. */
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
/** What loads are put together by, in words. */
export const dimensionWords = (by: Dimension): string => (by === "sort" ? "product and species" : by);

export const GRAIN_NAMES = ["day", "week", "month"] as const;

/** Five years and a day: no question is longer. */
const MOST_DAYS = 1_827;
/** The most days of reports that look at each load by itself, and the most rows of a table of days. */
const MOST_EACH = 92;
const MOST_WEEKS = 731;

const day = () => text(10).refine(isDay, "Use a day like 2026-11-16").optional();
/** Ids as an address has them: 7 or "7,8". */
const ids = () =>
  z
    .union([z.number().int().positive(), text(600).regex(/^\d{1,10}(,\d{1,10})*$/, "Use ids like 7,8")])
    .optional();

/** What loads are left: those of the named jobs, destinations, products and haulers. */
export const NARROWED = ["job_ids", "job_destination_ids", "product_type_ids", "hauler_ids"] as const;
export type Narrowing = (typeof NARROWED)[number];
/** Reports that are of loads in a period, and so can be narrowed; a plan and what is left are what they are. */
export const ofLoads = (report: ReportName) => report !== "plan" && report !== "inventory";

const periodShape = {
  from: day(),
  to: day(),
  job_ids: ids(),
  job_destination_ids: ids(),
  product_type_ids: ids(),
  hauler_ids: ids(),
};

const inOrder = ({ from, to }: { from?: string; to?: string }, most: number) =>
  (!from && !to) || Boolean(from && to && to >= from && daysBetween({ start: from, end: to }) < most);

/** Both days or neither; the last isn't before the first. */
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
  .refine((asked) => inOrder(asked, MOST_DAYS), refused("five years"));
/** Reports that look at each load by itself. */
export const eachInput = z
  .strictObject(periodShape)
  .refine((asked) => inOrder(asked, MOST_EACH), refused("92 days"));
/** What turn times are put together by. */
export const TURNS_BY = ["destination", "job"] as const;
export const turnsInput = z
  .strictObject({ ...periodShape, by: z.enum(TURNS_BY).default("destination") })
  .refine((asked) => inOrder(asked, MOST_EACH), refused("92 days"));

type Period = { from?: string; to?: string };
export type Narrowed = Partial<Record<(typeof NARROWED)[number], number | string>>;

export const idsIn = (value: number | string | undefined): number[] =>
  value === undefined ? [] : String(value).split(",").map(Number);

/** The days that are asked for: this month where nothing is said. */
export const daysAsked = ({ from, to }: Period, today: string): DayRange =>
  from && to ? { start: from, end: to } : quickRange("this_month", today);

/** Rows as long as keep the table readable: weeks beyond 92 days, months beyond two years. */
export function grainFor(grain: (typeof GRAIN_NAMES)[number], range: DayRange) {
  const days = daysBetween(range) + 1;
  if (days > MOST_WEEKS) return "month";
  return days > MOST_EACH && grain === "day" ? "week" : grain;
}

/** What a drawing measures loads by: their number, one unit, or all units as tons, which is about right and says so. */
export const MEASURES = ["loads", "mbf", "ton", "cord", "about"] as const;
export type Measure = (typeof MEASURES)[number];

export type PageAsked = {
  report: ReportName;
  measure: Measure;
  input: z.input<typeof productionInput>;
  /** What of the address made no sense, in words. */
  problem: string | null;
};

/** Reads the page's address; what makes no sense is left out, and said where it is about the days. */
export function readAsked(params: URLSearchParams): PageAsked {
  const one = <T extends string>(name: string, known: readonly T[]) =>
    known.find((k) => k === params.get(name));
  const report = one("report", REPORTS) ?? "deliveries";
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  const each = report === "trucks" || report === "turns";
  const most = each ? MOST_EACH : MOST_DAYS;
  const given = Boolean(from || to);
  const good = given && isDay(from) && isDay(to) && inOrder({ from, to }, most);
  const narrowed = Object.fromEntries(
    NARROWED.flatMap((name) => {
      const value = params.get(name) ?? "";
      return /^\d{1,10}(,\d{1,10})*$/.test(value) && value.length <= 600 ? [[name, value]] : [];
    }),
  );
  return {
    report,
    measure: one("measure", MEASURES) ?? "loads",
    input: {
      report: report === "by" ? "by" : "deliveries",
      grain: one("grain", GRAIN_NAMES),
      by: one("by", DIMENSIONS),
      compare: one("compare", COMPARISONS),
      ...(good ? { from, to } : {}),
      ...narrowed,
    },
    problem:
      given && !good
        ? `These days can't be shown, so you see this month. Name both, the last not before the first, ${each ? "92 days" : "five years"} at most.`
        : null,
  };
}
