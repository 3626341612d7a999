import type { Cents } from "~/domain/money/money";
import { daysAfter, type PayPeriod, periodBefore, periodOf } from "./periods";

/** Money left to pay on a posted statement, and the day it is due. */
export type Due = { pay_on: string; cents: Cents };
/** Overdue since the oldest missed pay date, the next pay date, and the last one. Days are null where nothing is due. */
export type PayDays = {
  cents: Cents;
  overdue: { since: string; cents: Cents } | null;
  next: { pay_on: string; cents: Cents } | null;
  last_on: string | null;
};

/** A statement is overdue from the day after its pay date. */
export const isOverdue = (payOn: string, today: string): boolean => payOn < today;

/** Sum what is due by its days. Every page, call and mail that names a next payment or an overdue one reads it here. */
export function sumPayDays(dues: readonly Due[], today: string): PayDays {
  const owed = dues.filter(({ cents }) => cents !== 0).sort((a, b) => a.pay_on.localeCompare(b.pay_on));
  const sum = (rows: readonly Due[]) => rows.reduce((total, { cents }) => total + cents, 0);
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

/** Next day on which a payer of this period pays, while no statement of it is due. */
export function nextPeriodPayDay(
  today: string,
  period: PayPeriod,
  anchor: string | null,
  lagDays: number,
): string {
  const day = daysAfter(periodBefore(today, period, anchor).through, lagDays);
  return day >= today ? day : daysAfter(periodOf(today, period, anchor).through, lagDays);
}
