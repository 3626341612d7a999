import { type DayRange, getQuickRange, shiftDay } from "~/lib/time/date-range";

/** Fields of a goal needed to compute its progress. */
export type Goal = {
  job_id: number | null;
  company_location_id: number | null;
  product_type_id: number | null;
  hauler_company_id: number | null;
  grain: "week" | "month";
  /** Unit of wood in which `amount` counts thousandths; null if the goal counts loads. */
  unit: number | null;
  amount: number;
};

/** Maximum loads or units for a goal; more is a typing mistake. */
const MAX_GOAL = 1_000_000;
const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?$/;

/** Parse a goal's amount: whole loads, or a volume in thousandths of its unit. Null for anything else. */
export function parseGoalAmount(typed: string | number, isVolume: boolean): number | null {
  const [, whole = "", fraction = ""] = AMOUNT.exec(String(typed).trim()) ?? [];
  const thousandths = Number(whole.replaceAll(",", "") + fraction.padEnd(3, "0"));
  if (!whole || thousandths === 0 || thousandths > MAX_GOAL * 1_000) return null;
  if (isVolume) return thousandths;
  return thousandths % 1_000 ? null : thousandths / 1_000;
}

/** Delivered loads and volume, grouped by every field a goal can filter by. */
export type GoalSum = {
  job_id: number;
  company_location_id: number | null;
  job_destination_id: number;
  product_type_id: number;
  hauler_company_id: number | null;
  unit: number;
  loads: number;
  volume: number;
  /** Part of the volume that nobody has scaled. */
  estimated: number;
};

/** Week or month of a goal that contains a day. */
export const getGoalPeriod = (grain: Goal["grain"], on: string): DayRange =>
  getQuickRange(grain === "week" ? "this_week" : "this_month", on);

const fits = (wanted: number | null, is: number | null) => wanted === null || wanted === is;

/** Sums that count toward a goal. A volume counts only in the goal's own unit: different units are never added together. */
export const filterGoalSums = (goal: Goal, sums: readonly GoalSum[]): GoalSum[] =>
  sums.filter(
    (sum) =>
      fits(goal.job_id, sum.job_id) &&
      fits(goal.company_location_id, sum.company_location_id) &&
      fits(goal.product_type_id, sum.product_type_id) &&
      fits(goal.hauler_company_id, sum.hauler_company_id) &&
      fits(goal.unit, sum.unit),
  );

const isWorkday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Count the workdays left in a period, including today; if only a weekend is left, count its days. */
export function countDaysLeft({ start, end }: DayRange, today: string): number {
  let [days, workdays] = [0, 0];
  for (let day = today > start ? today : start; day <= end; day = shiftDay(day, 1)) {
    days += 1;
    if (isWorkday(day)) workdays += 1;
  }
  return workdays || days;
}

const workdaysOf = ({ start, end }: DayRange): number => {
  let n = 0;
  for (let day = start; day <= end; day = shiftDay(day, 1)) if (isWorkday(day)) n += 1;
  return n;
};

/** True if less was delivered than an even pace would have brought by the end of yesterday's work; today isn't counted. */
export function isBehindGoal(amount: number, delivered: number, period: DayRange, today: string): boolean {
  const all = workdaysOf(period);
  const yesterday = shiftDay(today, -1);
  const over = workdaysOf({ start: period.start, end: yesterday < period.end ? yesterday : period.end });
  return delivered * all < amount * over;
}

/** Progress of a goal: delivered, how much of it is only estimated, remaining, and the amount per remaining day. */
export function computeGoalProgress(goal: Goal, sums: readonly GoalSum[], period: DayRange, today: string) {
  let [delivered, estimated] = [0, 0];
  for (const sum of filterGoalSums(goal, sums)) {
    delivered += goal.unit === null ? sum.loads : sum.volume;
    estimated += goal.unit === null ? 0 : sum.estimated;
  }
  const left = Math.max(0, goal.amount - delivered);
  const days = countDaysLeft(period, today);
  return { delivered, estimated, left, days_left: days, a_day: days && left ? Math.ceil(left / days) : 0 };
}
