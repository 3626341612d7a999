import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { type Due, nextPeriodPayDay, type PayDays, sumPayDays } from "~/domain/settling/pay-days";
import { daysAfter, type PayPeriod } from "~/domain/settling/periods";
import { dayOf } from "~/domain/time/time";
import { keptMinute } from "~/web/kept-minute.server";
import type { Reading } from "~/web/procedure";
import { openToPay } from "./open-work.server";
import { receivable, type Side, unpaidStatements } from "./receivable.server";

const me = sql.placeholder("me");

/**
 * How many loads a company is still to be paid for, by who pays, and how often that one says that it pays: loads with something
 * open, an open correction of a paid load among them, and loads on statements that are not paid. The claims are counted first: names
 * and settings are read once for each payer, not for each claim.
 */
const owed = prepared((read: Read) =>
  read
    .select({
      id: sql<number>`c.id`,
      payer: sql<string>`c.name`,
      loads: sql<number>`o.loads`,
      period: sql<PayPeriod | null>`p.period`,
      anchor: sql<string | null>`p.period_anchor`,
      lag: sql<number | null>`p.pay_lag_days`,
    })
    .from(
      sql`(SELECT payer, count(DISTINCT load) AS loads
          FROM (SELECT payer, load FROM ${receivable(me)} WHERE cents IS NOT NULL
            UNION ALL SELECT s.paying_company_id, s.trip_ticket_id FROM trip_ticket_settlement s
             WHERE s.receiving_company_id = ${me} AND s.trip_ticket_settlement_status_type_id = 1 AND s.posted_lines > s.paid_lines)
         GROUP BY payer) o
        CROSS JOIN company c ON c.id = o.payer LEFT JOIN settlement_setting p ON p.company_id = o.payer`,
    ),
);

/** The newest payment of a company's statements in a set of payments; one that was taken back doesn't count. */
const lastPaid = (among: SQL, p: SQL): SQL => sql`SELECT ${p}.paid_on, ${p}.amount_cents FROM ${among}
   WHERE s.receiving_company_id = ${me} AND s.posted_at >= ${sql.placeholder("since")} AND ${p}.reverses_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM settlement_payment r WHERE r.reverses_id = ${p}.id)
   ORDER BY ${p}.paid_on DESC, ${p}.id DESC LIMIT 1`;
/** The site's last 30 payments hold the newest of every company that is paid often; only the others need a year searched. */
const LATEST = sql`(SELECT * FROM settlement_payment ORDER BY paid_on DESC, id DESC LIMIT 30) latest
  CROSS JOIN settlement_statement s ON s.id = latest.settlement_statement_id`;
const ALL = sql`settlement_statement s CROSS JOIN settlement_payment p ON p.settlement_statement_id = s.id`;

const duesOf = (side: Side) =>
  sql<string>`(SELECT json_group_array(json_array(other, name, pay_on, cents)) FROM ${unpaidStatements(me, side)})`;

/**
 * What is still to be paid, the same as "To receive" and "To pay" say: what is left of statements by their pay dates, and what is on
 * none yet. With it the newest payment of a statement that the company was paid by, but for one that was taken back.
 */
const sums = prepared((read: Read) =>
  read
    .select({
      receives: duesOf("receives"),
      pays: duesOf("pays"),
      open_cents: sql<number>`(SELECT coalesce(sum(cents), 0) FROM ${receivable(me)})`,
      to_pay_claims: sql<number>`w.claims`,
      to_pay_cents: sql<number>`w.cents`,
      last_on: sql<string | null>`x.paid_on`,
      last_cents: sql<number | null>`x.amount_cents`,
    })
    .from(
      sql`${openToPay(me, sql.placeholder("today"))} w
        LEFT JOIN (SELECT * FROM (${lastPaid(LATEST, sql`latest`)}) UNION ALL SELECT * FROM (${lastPaid(ALL, sql`p`)}) LIMIT 1) x ON 1`,
    ),
);

/** What one company owes or is owed by another, by pay date; `usual_on` is the payer's next pay day while no statement is due. */
export type PartnerDays = { name: string; days: PayDays; usual_on: string | null };
export type PayOf = {
  unsettled_loads: number;
  /** On statements and on none yet. */
  cents: number;
  payers: PartnerDays[];
  last_paid: { on: string; cents: number } | null;
  /** What the company pays itself: on statements, by their pay dates, and on none yet. */
  pays: { statements: PayDays; payees: PartnerDays[]; open_cents: number };
};

/** Of so many unpaid loads the sum is put together once a minute: it's only a glance on the first page. */
const MANY_LOADS = 2_000;
const loadsOf = (rows: { loads: number }[]) => rows.reduce((sum, { loads }) => sum + loads, 0);
const kept = keptMinute<Awaited<ReturnType<typeof readPay>>>(
  ({ rows, sum }) => loadsOf(rows) + (sum?.to_pay_claims ?? 0) > MANY_LOADS,
);

async function readPay({ read, actor }: Reading, today: string) {
  const company = actor.company.id;
  const [rows, [sum]] = await Promise.all([
    owed(read, { me: company }),
    sums(read, { me: company, today, since: daysAfter(today, -400) }),
  ]);
  return { rows, sum };
}

type PartnerDue = Due & { id: number; name: string };
function parseDues(text: string | undefined): PartnerDue[] {
  const rows: [number, string, string, number][] = JSON.parse(text ?? "[]");
  return rows.map(([id, name, pay_on, cents]) => ({ id, name, pay_on, cents }));
}

/** The partners of some dues, each with its own days. */
const byPartner = (dues: readonly PartnerDue[], today: string) =>
  [...new Map(dues.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
    id,
    name,
    days: sumPayDays(
      dues.filter((due) => due.id === id),
      today,
    ),
  }));

/**
 * When the acting company is paid and when it pays: what is due and overdue on statements, the next pay day of each payer without one,
 * and what came last. Null for who may not read settlements.
 */
export async function payOf(ctx: Reading): Promise<PayOf | null> {
  const { read, actor, now } = ctx;
  if (!actor.permissions.settlement.read) return null;
  const today = dayOf(now, actor.zone);
  const key = JSON.stringify([actor.company.id, today]);
  const { rows, sum } = await kept({ database: read, key, now }, () => readPay(ctx, today));
  const receives = parseDues(sum?.receives);
  const due = byPartner(receives, today);
  const pays = parseDues(sum?.pays);
  return {
    unsettled_loads: loadsOf(rows),
    cents: receives.reduce((total, { cents }) => total + cents, 0) + (sum?.open_cents ?? 0),
    payers: [
      ...due.map(({ name, days }) => ({ name, days, usual_on: null })),
      ...rows
        .filter(({ id }) => !due.some((payer) => payer.id === id))
        .map(({ payer, period, anchor, lag }) => ({
          name: payer,
          days: sumPayDays([], today),
          usual_on: period ? nextPeriodPayDay(today, period, anchor, lag ?? 0) : null,
        })),
    ],
    last_paid:
      sum && sum.last_on !== null && sum.last_cents !== null
        ? { on: sum.last_on, cents: sum.last_cents }
        : null,
    pays: {
      statements: sumPayDays(pays, today),
      payees: byPartner(pays, today).map(({ name, days }) => ({ name, days, usual_on: null })),
      open_cents: sum?.to_pay_cents ?? 0,
    },
  };
}
