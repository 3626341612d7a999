import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import { getDay } from "~/lib/time/time";
import { cacheForMinute } from "~/web/minute-cache.server";
import type { ReadCtx } from "~/web/procedure";
import { type DuePayment, getNextPeriodPayDay, type PayDaySummary, sumPayDays } from "../rules/pay-days";
import { addDays, type PayPeriod } from "../rules/periods";
import { openToPayQuery } from "./open-work.server";
import { receivableQuery, type StatementSide, unpaidStatementsQuery } from "./receivable.server";

const me = sql.placeholder("me");

/**
 * Number of loads that each payer still has to pay a company for, and the payer's pay period. Counts loads with an open
 * amount, including corrections of paid loads, and loads on unpaid statements. Claims are counted first, so that names
 * and settings are read once per payer, not per claim.
 */
const owed = prepareQuery((read: Read) =>
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
          FROM (SELECT payer, load FROM ${receivableQuery(me)} WHERE cents IS NOT NULL
            UNION ALL SELECT s.paying_company_id, s.trip_ticket_id FROM amount_owed s
             WHERE s.receiving_company_id = ${me} AND s.status_type_id = 1 AND s.posted_lines > s.paid_lines)
         GROUP BY payer) o
        CROSS JOIN company c ON c.id = o.payer LEFT JOIN settlement_setting p ON p.company_id = o.payer`,
    ),
);

/** Select the newest payment of a company's statements in a set of payments; reversed payments don't count. */
const lastPaid = (among: SQL, p: SQL): SQL => sql`SELECT ${p}.paid_on, ${p}.amount_cents FROM ${among}
   WHERE s.receiving_company_id = ${me} AND s.posted_at >= ${sql.placeholder("since")} AND ${p}.reverses_id IS NULL
     AND NOT EXISTS (SELECT 1 FROM settlement_payment r WHERE r.reverses_id = ${p}.id)
   ORDER BY ${p}.paid_on DESC, ${p}.id DESC LIMIT 1`;
/** The site's last 30 payments usually include the company's newest; if not, the payments of about a year are searched. */
const LATEST = sql`(SELECT * FROM settlement_payment ORDER BY paid_on DESC, id DESC LIMIT 30) latest
  CROSS JOIN settlement_statement s ON s.id = latest.settlement_statement_id`;
const ALL = sql`settlement_statement s CROSS JOIN settlement_payment p ON p.settlement_statement_id = s.id`;

const duesOf = (side: StatementSide) =>
  sql<string>`(SELECT json_group_array(json_array(other, name, pay_on, cents)) FROM ${unpaidStatementsQuery(me, side)})`;

/**
 * Unpaid amounts, equal to those in "To receive" and "To pay": the rest of statements by pay date, and amounts not yet
 * on a statement. Also includes the newest payment to the company that was not reversed.
 */
const sums = prepareQuery((read: Read) =>
  read
    .select({
      receives: duesOf("receives"),
      pays: duesOf("pays"),
      open_cents: sql<number>`(SELECT coalesce(sum(cents), 0) FROM ${receivableQuery(me)})`,
      to_pay_claims: sql<number>`w.claims`,
      to_pay_cents: sql<number>`w.cents`,
      last_on: sql<string | null>`x.paid_on`,
      last_cents: sql<number | null>`x.amount_cents`,
    })
    .from(
      sql`${openToPayQuery(me, sql.placeholder("today"))} w
        LEFT JOIN (SELECT * FROM (${lastPaid(LATEST, sql`latest`)}) UNION ALL SELECT * FROM (${lastPaid(ALL, sql`p`)}) LIMIT 1) x ON 1`,
    ),
);

/**
 * Amounts between the company and another company by pay date. `usual_on` is the payer's next pay day while no
 * statement is due.
 */
export type PartnerPayDays = { name: string; days: PayDaySummary; usual_on: string | null };
export type PaySummary = {
  unsettled_loads: number;
  /** Total to receive, on statements or not yet. */
  cents: number;
  payers: PartnerPayDays[];
  last_paid: { on: string; cents: number } | null;
  /** Amounts that the company pays: on statements by pay date, and not yet on a statement. */
  pays: { statements: PayDaySummary; payees: PartnerPayDays[]; open_cents: number };
};

/** Number of unpaid loads above which the summary is cached for a minute; it is only an overview on the home page. */
const MANY_LOADS = 2_000;
const loadsOf = (rows: { loads: number }[]) => rows.reduce((sum, { loads }) => sum + loads, 0);
const kept = cacheForMinute<Awaited<ReturnType<typeof readPay>>>(
  ({ rows, sum }) => loadsOf(rows) + (sum?.to_pay_claims ?? 0) > MANY_LOADS,
);

async function readPay({ read, actor }: ReadCtx, today: string) {
  const company = actor.company.id;
  const [rows, [sum]] = await Promise.all([
    owed(read, { me: company }),
    sums(read, { me: company, today, since: addDays(today, -400) }),
  ]);
  return { rows, sum };
}

type PartnerDue = DuePayment & { id: number; name: string };
function parseDues(text: string | undefined): PartnerDue[] {
  const rows: [number, string, string, number][] = JSON.parse(text ?? "[]");
  return rows.map(([id, name, pay_on, cents]) => ({ id, name, pay_on, cents }));
}

/** Group unpaid amounts by partner, each partner with its own pay dates. */
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
 * Return when the acting company is paid and when it pays: amounts due and overdue on statements, the next pay day of
 * each payer without a statement, and the newest payment. Null for a user who may not read settlements.
 */
export async function readPaySummary(ctx: ReadCtx): Promise<PaySummary | null> {
  const { read, actor, now } = ctx;
  if (!actor.permissions.settlement.read) return null;
  const today = getDay(now, actor.zone);
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
          usual_on: period ? getNextPeriodPayDay(today, period, anchor, lag ?? 0) : null,
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
