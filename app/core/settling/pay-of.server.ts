import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepared } from "#db/prepared.server";
import { daysAfter, type PayPeriod, periodBefore, periodOf } from "~/domain/settling/periods";
import { dayOf } from "~/domain/time/time";
import { keptMinute } from "~/web/kept-minute.server";
import type { Reading } from "~/web/procedure";
import { receivable, unpaidStatements } from "./receivable.server";

/**
 * How many loads a company is still to be paid for, by who pays, and how often that one says that it pays. The claims are counted first: names and
 * settings are read once for each payer, not for each claim.
 */
const owed = prepared((read: Read) =>
  read
    .select({
      payer: sql<string>`c.name`,
      loads: sql<number>`o.loads`,
      period: sql<PayPeriod | null>`p.period`,
      anchor: sql<string | null>`p.period_anchor`,
      lag: sql<number | null>`p.pay_lag_days`,
    })
    .from(
      sql`(SELECT s.paying_company_id AS payer, count(DISTINCT s.trip_ticket_id) AS loads
          FROM trip_ticket_settlement s
         WHERE s.receiving_company_id = ${sql.placeholder("me")} AND s.trip_ticket_settlement_status_type_id = 1 AND s.due_cents IS NOT NULL
           AND (s.posted_lines > 0 OR s.earned_on >= coalesce((SELECT b.starts_on FROM settlement_setting b WHERE b.company_id = s.paying_company_id), ''))
         GROUP BY s.paying_company_id) o
        CROSS JOIN company c ON c.id = o.payer LEFT JOIN settlement_setting p ON p.company_id = o.payer`,
    ),
);

/** The newest payment of a company's statements in a set of payments; one that was taken back doesn't count. */
const lastPaid = (among: SQL, p: SQL): SQL => sql`SELECT ${p}.paid_on, ${p}.amount_cents FROM ${among}
   WHERE s.receiving_company_id = ${sql.placeholder("me")} AND s.posted_at >= ${sql.placeholder("since")} AND ${p}.reverses_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM settlement_payment r WHERE r.reverses_id = ${p}.id)
   ORDER BY ${p}.paid_on DESC, ${p}.id DESC LIMIT 1`;
/** The site's last 30 payments hold the newest of every company that is paid often; only the others need a year searched. */
const LATEST = sql`(SELECT * FROM settlement_payment ORDER BY paid_on DESC, id DESC LIMIT 30) latest
  CROSS JOIN settlement_statement s ON s.id = latest.settlement_statement_id`;
const ALL = sql`settlement_statement s CROSS JOIN settlement_payment p ON p.settlement_statement_id = s.id`;

/**
 * What is still to be paid, the same as "To receive" says: what is left of statements, and what is on none yet. With it the newest
 * payment of a statement that the company was paid by, but for one that was taken back.
 */
const sums = prepared((read: Read) =>
  read
    .select({
      cents: sql<number>`u.cents + (SELECT coalesce(sum(cents), 0) FROM ${receivable(sql.placeholder("me"))})`,
      last_on: sql<string | null>`x.paid_on`,
      last_cents: sql<number | null>`x.amount_cents`,
    })
    .from(
      sql`${unpaidStatements(sql.placeholder("me"))} u
        LEFT JOIN (SELECT * FROM (${lastPaid(LATEST, sql`latest`)}) UNION ALL SELECT * FROM (${lastPaid(ALL, sql`p`)}) LIMIT 1) x ON 1`,
    ),
);

export type PayOf = {
  unsettled_loads: number;
  cents: number;
  payers: { name: string; next_pay_on: string | null }[];
  last_paid: { on: string; cents: number } | null;
};

/** Of so many unpaid loads the sum is put together once a minute: it's only a glance on the first page. */
const MANY_LOADS = 2_000;
const loadsOf = (rows: { loads: number }[]) => rows.reduce((sum, { loads }) => sum + loads, 0);
const kept = keptMinute<Awaited<ReturnType<typeof readPay>>>(({ rows }) => loadsOf(rows) > MANY_LOADS);

async function readPay({ read, actor }: Reading, today: string) {
  const me = actor.company.id;
  const [rows, [sum]] = await Promise.all([
    owed(read, { me }),
    sums(read, { me, since: daysAfter(today, -400) }),
  ]);
  return { rows, sum };
}

/**
 * When the acting company is paid: what is open, the next day on which each payer says that it pays, and what came last. Null
 * for who may not read settlements.
 */
export async function payOf(ctx: Reading): Promise<PayOf | null> {
  const { read, actor, now } = ctx;
  if (!actor.permissions.settlement.read) return null;
  const today = dayOf(now, actor.zone);
  const key = JSON.stringify([actor.company.id, today]);
  const { rows, sum } = await kept({ database: read, key, now }, () => readPay(ctx, today));
  return {
    unsettled_loads: loadsOf(rows),
    cents: sum?.cents ?? 0,
    payers: rows.map(({ payer, period, anchor, lag }) => ({
      name: payer,
      next_pay_on: period ? nextPay(today, period, anchor, lag ?? 0) : null,
    })),
    last_paid:
      sum && sum.last_on !== null && sum.last_cents !== null
        ? { on: sum.last_on, cents: sum.last_cents }
        : null,
  };
}

/** The next day on which a payer of this period pays: that of the last one where it is still to come. */
function nextPay(today: string, period: PayPeriod, anchor: string | null, lag: number): string {
  const day = daysAfter(periodBefore(today, period, anchor).through, lag);
  return day >= today ? day : daysAfter(periodOf(today, period, anchor).through, lag);
}
