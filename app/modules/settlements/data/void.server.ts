import { and, eq, gt, isNotNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import {
  amountOwed,
  company,
  invoice,
  settlementAdjustment,
  settlementLine,
  settlementStatement,
} from "#db/schema";
import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { expectOneRow, markLongStep } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { procedure, type ReadCtx } from "~/web/procedure";
import { unprocessable } from "~/web/refusal";
import { idField, reasonField } from "../rules/inputs";
import { buildOpenPeriodStep } from "../shared/closed.server";
import { buildStatementEventStep, readNextEvent } from "../shared/events.server";
import { requireSignedInUser } from "../shared/payments.server";
import { buildRepricePaidToOtherSteps, claimsOnStatementQuery } from "../shared/reprice.server";
import { requirePayerStatement, type StatementRow } from "../shared/statement-access.server";
import { buildReserveNumbersStep, buildSettlementNotifySteps, readLastNumber } from "./posting.server";

const s = settlementStatement;
const c = amountOwed;
const next = alias(settlementLine, "next_line");
const others = alias(amountOwed, "others");

/** Return the reason why a statement can't be voided; null if it can. */
export async function readVoidProblem(
  ctx: ReadCtx,
  { statement, receiver }: StatementRow,
): Promise<string | null> {
  if (statement.posted_at === null) return "Delete a draft instead of voiding it.";
  if (statement.status_type_id === 3) return "It's already void.";
  if (statement.paid_cents !== 0) return "Reverse its payments first.";
  const [asked] = await ctx.read
    .select({ number: invoice.number })
    .from(invoice)
    .where(
      and(
        eq(invoice.settlement_statement_id, statement.id),
        sql`${invoice.status} <> 'void' AND ${invoice.status} <> 'draft'`,
      ),
    );
  if (asked) return `Invoice ${asked.number} from ${receiver.name} bills it. Void that first.`;
  const [later] = await ctx.read
    .select({ number: s.number })
    .from(settlementLine)
    .innerJoin(s, eq(s.id, settlementLine.settlement_statement_id))
    .where(and(eq(settlementLine.reverses_statement_id, statement.id), sql`${s.status_type_id} <> 3`))
    .orderBy(sql`${s.number} DESC`)
    .limit(1);
  if (later)
    return later.number === null
      ? "A draft corrects it: delete that first."
      : `Statement ${later.number} corrects it: void that first.`;
  // Refuse to void a reversal if the reversed load is on a later statement again: the load would then be on two
  // statements.
  const [again] = await ctx.read
    .select({ number: s.number })
    .from(settlementLine)
    .innerJoin(
      next,
      and(
        eq(next.amount_owed_id, settlementLine.amount_owed_id),
        gt(next.settlement_statement_id, statement.id),
      ),
    )
    .innerJoin(s, eq(s.id, next.settlement_statement_id))
    .where(
      and(
        eq(settlementLine.settlement_statement_id, statement.id),
        eq(settlementLine.kind, "reversal"),
        sql`${s.status_type_id} <> 3`,
      ),
    )
    .orderBy(sql`${s.number} DESC`)
    .limit(1);
  if (again)
    return again.number === null
      ? "A draft states its loads again: delete that first."
      : `Statement ${again.number} states its loads again: void that first.`;
  // Refuse to void a reversal if the reversed load was later paid to another company: the load would then be paid
  // twice.
  const [other] = await ctx.read
    .select({ number: s.number, name: company.name })
    .from(settlementLine)
    .innerJoin(c, eq(c.id, settlementLine.amount_owed_id))
    .innerJoin(
      others,
      and(
        eq(others.trip_ticket_id, c.trip_ticket_id),
        eq(others.settlement_type_id, c.settlement_type_id),
        eq(others.paying_company_id, c.paying_company_id),
        ne(others.id, c.id),
      ),
    )
    .innerJoin(next, eq(next.amount_owed_id, others.id))
    .innerJoin(s, eq(s.id, next.settlement_statement_id))
    .innerJoin(company, eq(company.id, s.receiving_company_id))
    .where(
      and(
        eq(settlementLine.settlement_statement_id, statement.id),
        eq(settlementLine.kind, "reversal"),
        sql`${c.posted_cents} = 0 AND ifnull(${c.due_cents}, 0) = 0 AND ${others.posted_cents} <> 0`,
        sql`${s.status_type_id} <> 3 AND (${s.posted_at} IS NULL OR ${s.number} > ${statement.number})`,
      ),
    )
    .orderBy(sql`${s.number} DESC`)
    .limit(1);
  if (other)
    return other.number === null
      ? `A draft pays ${other.name} for its loads: delete that first.`
      : `Statement ${other.number} pays ${other.name} for its loads: void that first.`;
  // Refuse to void a reversal if the reversed load is no longer payable: the load would then be paid.
  const [marked] = await ctx.read
    .select({ load: settlementLine.ticket_number })
    .from(settlementLine)
    .innerJoin(c, eq(c.id, settlementLine.amount_owed_id))
    .where(
      and(
        eq(settlementLine.settlement_statement_id, statement.id),
        eq(settlementLine.kind, "reversal"),
        isNotNull(c.voided_at),
      ),
    )
    .limit(1);
  if (marked)
    return `${formatTicketLabel(marked.load ?? "")} is marked as not payable. Take that back first.`;
  const a = settlementAdjustment;
  const [carried] = await ctx.read
    .select({ number: s.number })
    .from(a)
    .innerJoin(s, eq(s.id, a.used_by_statement_id))
    .where(eq(a.from_statement_id, statement.id));
  if (carried) return `Statement ${carried.number} takes off its balance: void that first.`;
  const [short] = await ctx.read
    .select({
      advance: sql<number>`coalesce(sum(CASE ${a.kind} WHEN 'advance' THEN ${a.amount_cents} WHEN 'recovery' THEN -${a.amount_cents} END), 0)`,
      holdback: sql<number>`coalesce(sum(CASE ${a.kind} WHEN 'holdback' THEN ${a.amount_cents} WHEN 'release' THEN -${a.amount_cents} END), 0)`,
    })
    .from(a)
    .where(
      and(
        eq(a.paying_company_id, statement.paying_company_id),
        eq(a.receiving_company_id, statement.receiving_company_id),
        sql`${a.used_by_statement_id} <> ${statement.id} AND EXISTS (SELECT 1 FROM settlement_statement s
          WHERE s.id = ${a.used_by_statement_id} AND s.posted_at IS NOT NULL AND s.status_type_id <> 3)`,
      ),
    );
  if (short && short.advance < 0) return "A later statement recovers its advance: void that first.";
  if (short && short.holdback < 0) return "A later statement releases what it held back: void that first.";
  return null;
}

/** Void a statement: its number and reason are preserved, and everything on it is open again. */
export const voidStatement = procedure({
  name: "voidStatement",
  may: "settlement.delete",
  input: z.strictObject({ settlement_statement_id: idField, reason: reasonField }),
  output: idOutput,
  async run(ctx, input) {
    const row = await requirePayerStatement(ctx, input.settlement_statement_id);
    requireSignedInUser(ctx);
    const why = await readVoidProblem(ctx, row);
    if (why) throw unprocessable(why);
    const { statement, payer, receiver } = row;
    const isOpen = await buildOpenPeriodStep(ctx, payer.id, statement.period_end, "");
    const last = await readLastNumber(ctx, payer.id);
    const title = `Statement ${statement.number} from ${payer.name} is void`;
    return ctx.commit(
      [
        isOpen,
        // Reserve no number, only so that no request can post a statement that depends on this one during the void.
        buildReserveNumbersStep(payer.id, last, 0),
        markLongStep(
          statement.line_count,
          expectOneRow(
            ctx.write
              .update(s)
              .set({ status_type_id: 3, void_reason: input.reason, version: sql`${s.version} + 1` })
              .where(and(eq(s.id, statement.id), eq(s.version, statement.version))),
          ),
        ),
        buildStatementEventStep(ctx, statement.id, await readNextEvent(ctx, statement.id), "voided", {
          reason: input.reason,
        }),
        ...(await buildRepricePaidToOtherSteps(ctx, claimsOnStatementQuery(statement.id))),
        ...(await buildSettlementNotifySteps(
          ctx,
          receiver.id,
          `void:${statement.id}`,
          title,
          input.reason,
          "/settlements",
        )),
      ],
      { id: statement.id },
    );
  },
});
