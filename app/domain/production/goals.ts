import { type DayRange, plusDays, quickRange } from "~/domain/time/date-range";

/** A goal as its progress is worked out from it. */
export type Goal = {
  job_id: number | null;
  company_location_id: number | null;
  product_type_id: number | null;
  hauler_company_id: number | null;
  grain: "week" | "month";
  /** Null counts loads; else thousandths of this unit. */
  unit: number | null;
  amount: number;
};

/** As many loads, or units, as a goal may have; more is a typing mistake. */
const MOST_WANTED = 1_000_000;
const AMOUNT = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?$/;

/** Reads how much a goal wants: whole loads, or a volume in thousandths of its unit. Null where it is neither. */
export function parseGoalAmount(typed: string | number, isVolume: boolean): number | null {
  const [, whole = "", fraction = ""] = AMOUNT.exec(String(typed).trim()) ?? [];
  const thousandths = Number(whole.replaceAll(",", "") + fraction.padEnd(3, "0"));
  if (!whole || thousandths === 0 || thousandths > MOST_WANTED * 1_000) return null;
  if (isVolume) return thousandths;
  return thousandths % 1_000 ? null : thousandths / 1_000;
}

/** What was delivered, put together by all that a goal may name. */
export type GoalSum = {
  job_id: number;
  company_location_id: number | null;
  job_destination_id: number;
  product_type_id: number;
  hauler_company_id: number | null;
  unit: number;
  loads: number;
  volume: number;
};

/** The week or month of a goal that a day lies in. */
export const periodOfGoal = (grain: Goal["grain"], on: string): DayRange =>
  quickRange(grain === "week" ? "this_week" : "this_month", on);

const fits = (wanted: number | null, is: number | null) => wanted === null || wanted === is;

/** The sums that count towards a goal. A volume counts in the goal's own unit alone: units are never added together. */
export const countsFor = (goal: Goal, sums: readonly GoalSum[]): GoalSum[] =>
  sums.filter(
    (sum) =>
      fits(goal.job_id, sum.job_id) &&
      fits(goal.company_location_id, sum.company_location_id) &&
      fits(goal.product_type_id, sum.product_type_id) &&
      fits(goal.hauler_company_id, sum.hauler_company_id) &&
      fits(goal.unit, sum.unit),
  );

const isWorkday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Days of work that are left of a period, today among them; of a weekend that ends it, its own days. */
export function daysLeft({ start, end }: DayRange, today: string): number {
  let [days, workdays] = [0, 0];
  for (let day = today > start ? today : start; day <= end; day = plusDays(day, 1)) {
    days += 1;
    if (isWorkday(day)) workdays += 1;
  }
  return workdays || days;
}

const workdaysOf = ({ start, end }: DayRange): number => {
  let n = 0;
  for (let day = start; day <= end; day = plusDays(day, 1)) if (isWorkday(day)) n += 1;
  return n;
};

/** Whether less has come than the days of work that are over would have brought at an even pace; today isn't over. */
export function isBehind(amount: number, delivered: number, period: DayRange, today: string): boolean {
  const all = workdaysOf(period);
  const yesterday = plusDays(today, -1);
  const over = workdaysOf({ start: period.start, end: yesterday < period.end ? yesterday : period.end });
  return delivered * all < amount * over;
}

/** How far a goal has come: what was delivered, what is to go, and how much of it a day that leaves. */
export function progressOf(goal: Goal, sums: readonly GoalSum[], period: DayRange, today: string) {
  const delivered = countsFor(goal, sums).reduce(
    (all, sum) => all + (goal.unit === null ? sum.loads : sum.volume),
    0,
  );
  const left = Math.max(0, goal.amount - delivered);
  const days = daysLeft(period, today);
  return { delivered, left, days_left: days, a_day: days && left ? Math.ceil(left / days) : 0 };
}
