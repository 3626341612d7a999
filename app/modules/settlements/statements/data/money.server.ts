import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { jsonListSql } from "#db/json-list";
import { company, settlementPayment, settlementStatement } from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { selectVisibleStatements } from "../../shared/access.server";
import { isStatementOverdue, isStatementOverdueSql, readPayDays } from "../../shared/pay-days.server";
import { getStatementStatus } from "../../shared/read.server";
import { receivableQuery } from "../../shared/receivable.server";

const s = settlementStatement;
const payer = alias(company, "payer");
const receiver = alias(company, "receiver");

async function namesOf(ctx: Pick<Ctx, "read">, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(sql`${company.id} IN ${jsonListSql(ids)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const STATEMENT = {
  id: s.id,
  number: s.number,
  payer: payer.name,
  receiver: receiver.name,
  period_start: s.period_start,
  period_end: s.period_end,
  pay_on: s.pay_on,
  posted_at: s.posted_at,
  status_type_id: s.status_type_id,
  total_cents: s.total_cents,
  paid_cents: s.paid_cents,
};

const statements = (ctx: Pick<Ctx, "read">) =>
  ctx.read
    .select(STATEMENT)
    .from(s)
    .innerJoin(payer, eq(payer.id, s.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, s.receiving_company_id));

type Row = Awaited<ReturnType<typeof statements>>[number];
const shown =
  (today: string) =>
  ({ posted_at, status_type_id, ...row }: Row) => ({
    ...row,
    left_cents: row.total_cents - row.paid_cents,
    status: getStatementStatus({ posted_at, status_type_id }),
    is_overdue: isStatementOverdue({ posted_at, status_type_id, ...row }, today),
  });

const RECENT = 12;
/** Read what the acting company is owed: posted statements, and loads not on any statement yet, by payer. */
export const getReceivables = procedure({
  name: "getReceivables",
  may: "settlement.read",
  input: z.strictObject({}),
  async run(ctx) {
    const me = ctx.actor.company.id;
    // Select the statements that the acting company receives, once they are posted.
    const received = and(eq(s.receiving_company_id, me), isNotNull(s.posted_at));
    const today = getDay(ctx.now, ctx.actor.zone);
    const [open, pay_days, stated] = await Promise.all([
      ctx.read
        .select({
          payer: payer.name,
          loads: sql<number>`count(DISTINCT CASE WHEN cents IS NOT NULL THEN load END)`,
          cents: sql<number>`ifnull(sum(cents), 0)`,
          // Date of the oldest load that has an amount; if none has one, of the oldest load.
          oldest: sql<string>`ifnull(min(CASE WHEN cents IS NOT NULL THEN earned_on END), min(earned_on))`,
          problems: sql<number>`count(DISTINCT CASE WHEN lacks THEN load END)`,
        })
        .from(sql`${receivableQuery(me)} w`)
        .innerJoin(payer, eq(payer.id, sql`w.payer`))
        .groupBy(sql`w.payer`)
        .orderBy(desc(sql`3`)),
      // Sum all unpaid statements here, because the list below has only the newest ones.
      readPayDays(ctx, "receives"),
      statements(ctx)
        .where(received)
        .orderBy(asc(sql`${s.status_type_id} <> 1`), desc(s.posted_at), desc(s.id))
        .limit(RECENT),
    ]);
    return {
      open,
      statements: stated.map(shown(today)),
      open_cents: open.reduce((n, r) => n + r.cents, 0),
      pay_days,
    };
  },
});

export const STATEMENT_STATUSES = ["draft", "unpaid", "overdue", "paid", "void"] as const;
const ROWS = 50;

const UNPAID = sql`${s.posted_at} IS NOT NULL AND ${s.status_type_id} = 1`;
const WHEN: Record<(typeof STATEMENT_STATUSES)[number], (today: string) => SQL> = {
  draft: () => sql`${s.posted_at} IS NULL`,
  unpaid: () => UNPAID,
  overdue: isStatementOverdueSql,
  paid: () => sql`${s.status_type_id} = 2`,
  void: () => sql`${s.status_type_id} = 3`,
};

/** List the statements that the acting company created or received, newest first. */
export const listPayStatements = procedure({
  name: "listPayStatements",
  may: "settlement.read",
  input: z.strictObject({
    page: z.number().int().min(0).max(100_000),
    status: z.enum(STATEMENT_STATUSES).optional(),
    company_id: z.number().int().positive().optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  async run(ctx, { page, ...by }) {
    const today = getDay(ctx.now, ctx.actor.zone);
    const year = Number(today.slice(0, 4));
    const where =
      and(
        by.status && WHEN[by.status](today),
        by.company_id
          ? sql`${by.company_id} IN (${s.paying_company_id}, ${s.receiving_company_id})`
          : undefined,
        by.from ? sql`${s.period_end} >= ${by.from}` : undefined,
        by.to ? sql`${s.period_start} <= ${by.to}` : undefined,
      ) ?? sql`1`;
    const ids = sql`SELECT id FROM (${selectVisibleStatements(ctx.actor, sql`${s.id} AS id`, where)} ORDER BY id DESC LIMIT ${ROWS} OFFSET ${page * ROWS})`;
    const [rows, [total], others] = await Promise.all([
      statements(ctx).where(sql`${s.id} IN (${ids})`).orderBy(desc(s.id)),
      ctx.read
        .select({ n: sql<number>`coalesce(sum(n), 0)` })
        .from(sql`(${selectVisibleStatements(ctx.actor, sql`count(*) AS n`, where)})`),
      counterparties(ctx),
    ]);
    return { rows: rows.map(shown(today)), total: total?.n ?? 0, page, page_size: ROWS, others, by, year };
  },
});

/** List the companies that share a statement with the acting company, by name. */
async function counterparties(ctx: Ctx<CompanyActor>) {
  const me = ctx.actor.company.id;
  const other = sql`CASE WHEN ${s.paying_company_id} = ${me} THEN ${s.receiving_company_id} ELSE ${s.paying_company_id} END AS id`;
  const rows = await ctx.read
    .selectDistinct({ id: sql<number>`id` })
    .from(sql`(${selectVisibleStatements(ctx.actor, other, sql`1`)})`);
  const names = await namesOf(
    ctx,
    rows.map((r) => r.id),
  );
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** Read the total paid to each company in a year, by payment date, and whether its EIN is known. */
export const getYearlyPayments = procedure({
  name: "getYearlyPayments",
  may: "settlement.read",
  input: z.strictObject({ year: z.number().int().min(2000).max(2199) }),
  async run(ctx, { year }) {
    const me = ctx.actor.company.id;
    const rows = await ctx.read
      .select({
        id: receiver.id,
        name: receiver.name,
        ein: receiver.ein,
        cents: sql<number>`sum(${settlementPayment.amount_cents})`,
        payments: sql<number>`count(*)`,
      })
      .from(settlementPayment)
      .innerJoin(s, eq(s.id, settlementPayment.settlement_statement_id))
      .innerJoin(receiver, eq(receiver.id, s.receiving_company_id))
      .where(
        and(
          eq(s.paying_company_id, me),
          sql`+${settlementPayment.paid_on} BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}`,
        ),
      )
      .groupBy(receiver.id)
      .orderBy(asc(receiver.name));
    return { year, rows, total: rows.reduce((n, r) => n + r.cents, 0) };
  },
});
