import type { Cents } from "~/lib/money/money";
import { addDays, getPeriod, getPreviousPeriod, type PayPeriod } from "./periods";

/** Money left to pay on a posted statement, and the day it is due. */
export type DuePayment = { pay_on: string; cents: Cents };
/**
 * Amounts due: overdue since the oldest missed pay date, due on the next pay date, and the last pay date. Dates are
 * null if nothing is due.
 */
export type PayDaySummary = {
  cents: Cents;
  overdue: { since: string; cents: Cents } | null;
  next: { pay_on: string; cents: Cents } | null;
  last_on: string | null;
};

/** A statement is overdue from the day after its pay date. */
export const isOverdue = (payOn: string, today: string): boolean => payOn < today;

/** Sum amounts due by day. Every page, call and email that names a next or overdue payment uses this function. */
export function sumPayDays(dues: readonly DuePayment[], today: string): PayDaySummary {
  const owed = dues.filter(({ cents }) => cents !== 0).sort((a, b) => a.pay_on.localeCompare(b.pay_on));
  const sum = (rows: readonly DuePayment[]) => rows.reduce((total, { cents }) => total + cents, 0);
  const late = owed.filter(({ pay_on }) => isOverdue(pay_on, today));
  const coming = owed.filter(({ pay_on }) => !isOverdue(pay_on, today));
  const [first] = late;
  const [next] = coming;
  return {
    cents: sum(owed),
    overdue: first ? { since: first.pay_on, cents: sum(late) } : null,
    next: next
      ? { pay_on: next.pay_on, cents: sum(coming.filter(({ pay_on }) => pay_on === next.pay_on)) }
      : null,
    last_on: coming.at(-1)?.pay_on ?? null,
  };
}

/** Return the next pay date of a payer with this pay period, for use if no statement is due. */
export function getNextPeriodPayDay(
  today: string,
  period: PayPeriod,
  anchor: string | null,
  lagDays: number,
): string {
  const day = addDays(getPreviousPeriod(today, period, anchor).through, lagDays);
  return day >= today ? day : addDays(getPeriod(today, period, anchor).through, lagDays);
}
