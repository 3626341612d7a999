import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { jsonListSql } from "#db/json-list";
import {
  company,
  invoice,
  settlementLine,
  settlementPayment,
  settlementRemark,
  settlementStatement,
} from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { type PayStatement, type PayStatementHeader, toPayStatementLine } from "../statements/rules/paper";
import { visibleStatementsQuery } from "./access.server";
import { isStatementOverdue } from "./pay-days.server";

const payer = alias(company, "payer");
const receiver = alias(company, "receiver");
const s = settlementStatement;
const l = settlementLine;

const STATUS = ["Unpaid", "Paid", "Void"] as const;
/** Return the status of a statement: "Draft" until it is posted. */
export const getStatementStatus = (row: {
  posted_at: string | null;
  status_type_id: number;
}): PayStatementHeader["status"] =>
  row.posted_at === null ? "Draft" : (STATUS[row.status_type_id - 1] ?? "Void");

/** Format a company's address in one line, without parts that are missing. */
const addressOf = (side: typeof payer | typeof receiver) => {
  const place = sql`concat_ws(', ', nullif(${side.city}, ''), (SELECT z.stusps FROM us_state z WHERE z.id = ${side.us_state_id}))`;
  return sql<string>`concat_ws(', ', nullif(${side.address}, ''), nullif(${place}, ''))`;
};

const FIRST_ON = sql<
  string | null
>`(SELECT min(f.earned_on) FROM settlement_line f WHERE f.settlement_statement_id = ${s.id} AND f.kind = 'load')`;

/**
 * Return a statement that the acting company may see, and whether the company is its payer or its payee; else throw
 * 404.
 */
export async function readPayStatementHeader(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({
      statement: s,
      payer: payer.name,
      payer_address: addressOf(payer),
      receiver: receiver.name,
      receiver_address: addressOf(receiver),
      ein: receiver.ein,
      first_on: FIRST_ON,
    })
    .from(s)
    .innerJoin(payer, eq(payer.id, s.paying_company_id))
    .innerJoin(receiver, eq(receiver.id, s.receiving_company_id))
    .where(and(eq(s.id, id), visibleStatementsQuery(ctx.actor)));
  if (!row) throw notFound("We couldn't find that statement, or you don't have access to it.");
  const { statement } = row;
  const last = row.ein?.replace(/\D/g, "").slice(-4);
  const head: PayStatementHeader = {
    ...statement,
    // Start of the period, or an earlier load that was still open.
    period_start:
      row.first_on !== null && row.first_on < statement.period_start ? row.first_on : statement.period_start,
    payer: row.payer,
    payer_address: row.payer_address || null,
    receiver: row.receiver,
    receiver_address: row.receiver_address || null,
    receiver_ein: last ? `EIN ending in ${last}` : null,
    status: getStatementStatus(statement),
    is_overdue: isStatementOverdue(statement, getDay(ctx.now, ctx.actor.zone)),
  };
  const me = ctx.actor.company.id;
  return {
    head,
    statement,
    is_payer: [statement.paying_company_id, statement.prepared_by_company_id].includes(me),
  };
}

/** True for a line that reverses or replaces a line of another statement. */
const isCorrection = sql<number>`(settlement_line.kind = 'reversal' OR EXISTS (SELECT 1 FROM settlement_line r
  WHERE r.amount_owed_id = settlement_line.amount_owed_id
    AND r.settlement_statement_id = settlement_line.settlement_statement_id AND r.kind = 'reversal'))`;
/** Sort order: loads, corrections, then lines that aren't loads. */
const section: SQL<number> = sql<number>`(CASE WHEN settlement_line.amount_owed_id IS NULL THEN 2
  WHEN ${isCorrection} THEN 1 ELSE 0 END)`;
const inOrder = [section, sql`ifnull(${l.job_name}, '')`, l.settlement_type_id, l.earned_on, l.seq];

/** Read the lines of a statement in the order shown; `page` selects a range of them. */
export async function readPayStatementLines(
  ctx: Pick<Ctx, "read">,
  id: number,
  page?: { skip: number; take: number },
): Promise<PayStatement["lines"]> {
  const query = ctx.read
    .select({
      line: l,
      is_correction: isCorrection,
      reverses_number: sql<
        number | null
      >`(SELECT o.number FROM settlement_statement o WHERE o.id = ${l.reverses_statement_id})`,
    })
    .from(l)
    .where(eq(l.settlement_statement_id, id))
    .orderBy(...inOrder.map((by) => asc(by)))
    .$dynamic();
  const rows = page ? await query.limit(page.take).offset(page.skip) : await query;
  return rows.map(({ line, reverses_number, is_correction }) =>
    toPayStatementLine({ ...line, reverses_number, is_correction: Boolean(is_correction) }),
  );
}

/** Read the sums of a whole statement by section, job, service and day. */
export async function readLineGroupSums(ctx: Pick<Ctx, "read">, id: number) {
  return ctx.read
    .select({
      section,
      job_name: sql<string>`ifnull(${l.job_name}, '')`,
      settlement_type_id: l.settlement_type_id,
      kind: sql<string>`CASE WHEN ${l.amount_owed_id} IS NULL THEN ${l.kind} END`,
      earned_on: l.earned_on,
      cents: sql<number>`sum(${l.amount_cents})`,
      lines: sql<number>`count(*)`,
    })
    .from(l)
    .where(eq(l.settlement_statement_id, id))
    .groupBy(section, sql`2`, l.settlement_type_id, sql`4`, l.earned_on);
}

/** Read the payments against a statement, oldest first. */
export const readStatementPayments = (ctx: Pick<Ctx, "read">, id: number) =>
  ctx.read
    .select({
      id: settlementPayment.id,
      amount_cents: settlementPayment.amount_cents,
      method: settlementPayment.method,
      reference: settlementPayment.reference,
      paid_on: settlementPayment.paid_on,
      reason: settlementPayment.reason,
    })
    .from(settlementPayment)
    .where(eq(settlementPayment.settlement_statement_id, id))
    .orderBy(settlementPayment.id);

export type Balance = { label: string; opening: number; movement: number; closing: number };
const BALANCES = [
  { label: "Advances to be taken back", kinds: ["advance", "recovery"], sign: 1 },
  { label: "Held back", kinds: ["holdback", "release"], sign: -1 },
  { label: "Carried over", kinds: ["balance", "carried"], sign: 1 },
] as const;

/**
 * Read the balances between payer and payee before a statement, the change by the statement, and the balances after it.
 * Only statements posted earlier and not void count. A balance that is zero before and doesn't change is omitted.
 */
export async function readBalances(
  ctx: Pick<Ctx, "read">,
  statement: typeof settlementStatement.$inferSelect,
): Promise<Balance[]> {
  const rows = await ctx.read
    .select({
      kind: l.kind,
      is_here: sql<number>`(${s.id} = ${statement.id})`,
      cents: sql<number>`sum(${l.amount_cents})`,
    })
    .from(s)
    .crossJoin(l)
    .where(
      and(
        eq(l.settlement_statement_id, s.id),
        eq(s.paying_company_id, statement.paying_company_id),
        eq(s.receiving_company_id, statement.receiving_company_id),
        sql`(${s.id} = ${statement.id} OR (${s.status_type_id} <> 3 AND ${s.posted_at} IS NOT NULL
          AND ${s.number} < ${statement.number ?? Number.MAX_SAFE_INTEGER}))`,
        sql`${l.amount_owed_id} IS NULL`,
      ),
    )
    .groupBy(l.kind, sql`2`);
  const sum = (kinds: readonly string[], here: boolean) =>
    rows
      .filter((r) => kinds.includes(r.kind) && Boolean(r.is_here) === here)
      .reduce((total, r) => total + r.cents, 0);
  return BALANCES.map(({ label, kinds, sign }) => {
    const opening = sign * sum(kinds, false);
    const movement = sign * sum(kinds, true);
    return { label, opening, movement, closing: opening + movement };
  }).filter(({ opening, movement }) => opening !== 0 || movement !== 0);
}

/** Read the invoice by which the acting company requests payment of a statement, if the person may see invoices. */
export async function readStatementInvoice(
  ctx: Ctx<CompanyActor>,
  { id }: Pick<typeof settlementStatement.$inferSelect, "id">,
): Promise<{ id: number; title: string } | null> {
  if (!hasPermission(ctx.actor.permissions, "invoice.read")) return null;
  const [row] = await ctx.read
    .select({ id: invoice.id, number: invoice.number })
    .from(invoice)
    .where(
      and(
        eq(invoice.settlement_statement_id, id),
        sql`${invoice.status} <> 'void'`,
        eq(invoice.company_id, ctx.actor.company.id),
      ),
    );
  return row ? { id: row.id, title: row.number === null ? "Draft invoice" : `Invoice ${row.number}` } : null;
}

/** Read the remarks about the lines of a statement, keyed by the claim that a line pays. */
export const readLineRemarks = (ctx: Pick<Ctx, "read">, ids: readonly number[]) =>
  ctx.read
    .select({
      claim: settlementRemark.amount_owed_id,
      kind: settlementRemark.kind,
      text: settlementRemark.text,
      company: company.name,
    })
    .from(settlementRemark)
    .innerJoin(company, eq(company.id, settlementRemark.company_id))
    .where(sql`${settlementRemark.amount_owed_id} IN ${jsonListSql(ids)}`)
    .orderBy(settlementRemark.id);
