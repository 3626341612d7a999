import { sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { daysAfter, type PayPeriod, periodBefore, periodOf } from "~/domain/settling/periods";
import { dayOf } from "~/domain/time/time";
import type { Reading } from "~/web/procedure";

/** What is still to be paid to a company, by who pays, and how often that one says that it pays. */
const owed = prepared((read: Read) =>
  read
    .select({
      payer: sql<string>`c.name`,
      loads: sql<number>`count(DISTINCT s.trip_ticket_id)`,
      cents: sql<number>`sum(s.due_cents)`,
      period: sql<PayPeriod | null>`max(p.period)`,
      anchor: sql<string | null>`max(p.period_anchor)`,
      lag: sql<number | null>`max(p.pay_lag_days)`,
    })
    .from(
      sql`trip_ticket_settlement s JOIN company c ON c.id = s.paying_company_id
        LEFT JOIN settlement_setting p ON p.company_id = s.paying_company_id`,
    )
    .where(
      sql`s.receiving_company_id = ${sql.placeholder("me")} AND s.trip_ticket_settlement_status_type_id = 1 AND s.due_cents IS NOT NULL
        AND (s.posted_lines > 0 OR s.earned_on >= coalesce(p.starts_on, ''))`,
    )
    .groupBy(sql`s.paying_company_id`),
);

/** The newest payment of a statement that the company was paid by, but for one that was taken back. */
const lastPaid = prepared((read: Read) =>
  read
    .select({ on: sql<string>`p.paid_on`, cents: sql<number>`p.amount_cents` })
    .from(sql`settlement_statement s CROSS JOIN settlement_payment p ON p.settlement_statement_id = s.id`)
    .where(
      sql`s.receiving_company_id = ${sql.placeholder("me")} AND s.posted_at >= ${sql.placeholder("since")} AND p.reverses_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM settlement_payment r WHERE r.reverses_id = p.id)`,
    )
    .orderBy(sql`p.paid_on DESC, p.id DESC`)
    .limit(1),
);

export type PayOf = {
  unsettled_loads: number;
  cents: number | null;
  payers: { name: string; next_pay_on: string | null }[];
  last_paid: { on: string; cents: number } | null;
};

/**
 * When the acting company is paid: what is open, the next day on which each payer says that it pays, and what came last. Null
 * for who may not read settlements.
 */
export async function payOf({ read, actor, now }: Reading): Promise<PayOf | null> {
  if (!actor.permissions.settlement.read) return null;
  const me = actor.company.id;
  const today = dayOf(now, actor.zone);
  const [rows, [last]] = await Promise.all([
    owed(read, { me }),
    lastPaid(read, { me, since: daysAfter(today, -400) }),
  ]);
  return {
    unsettled_loads: rows.reduce((sum, { loads }) => sum + loads, 0),
    cents: rows.length ? rows.reduce((sum, { cents }) => sum + cents, 0) : null,
    payers: rows.map(({ payer, period, anchor, lag }) => ({
      name: payer,
      next_pay_on: period ? nextPay(today, period, anchor, lag ?? 0) : null,
    })),
    last_paid: last ?? null,
  };
}

/** The next day on which a payer of this period pays: that of the last one where it is still to come. */
function nextPay(today: string, period: PayPeriod, anchor: string | null, lag: number): string {
  const day = daysAfter(periodBefore(today, period, anchor).through, lag);
  return day >= today ? day : daysAfter(periodOf(today, period, anchor).through, lag);
}
