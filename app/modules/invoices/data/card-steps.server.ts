import { eq, sql } from "drizzle-orm";
import { invoicePayment, settlementPayment, settlementStatement } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { formatDay, getDay } from "~/lib/time/time";
import { type CardTransaction, isOpenDispute } from "~/modules/billing/rules/moves";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { readClosedThrough } from "~/modules/settlements/shared/closed.server";
import {
  buildStatementEventSteps,
  readNextEvent,
  type StatementEvent,
} from "~/modules/settlements/shared/events.server";
import { type Creator, toCreator } from "~/web/actor";
import { expectOneRow, expectTrue, markLongStep } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { formatInvoiceTitle } from "../rules/paper";
import type { InvoiceRow } from "./access.server";

/** Creator name of card payments: no person recorded them, Stripe reported them. */
export const CARD_PAYMENT_CREATOR = "Card payment";
const REFERENCE = "Stripe";

type Card = {
  id: number;
  applied_cents: number;
  invoice_payment_id: number | null;
};
type Counting = { row: Card; of: InvoiceRow; counted: number; move: CardTransaction; day: string };
type Writes = Pick<Ctx, "read" | "write" | "now">;

const byCard = (of: InvoiceRow): Creator => ({
  user: null,
  keyName: CARD_PAYMENT_CREATOR,
  company: { id: of.company_id },
});

/** Return the day after the given day. */
const after = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * Return steps that correct an invoice's recorded card payment: the old amount is reversed in full and the new amount
 * is added. For a statement's invoice, the payments are written to the statement. Money already paid can't be refused,
 * so its date is moved past the payer's closed books.
 */
export async function buildCardCorrectionSteps(
  ctx: Writes,
  { row, of, counted, move, day }: Counting,
): Promise<Step[]> {
  const before = row.applied_cents;
  const steps: Step[] = [];
  if (counted !== before) {
    const changes = [
      ...(before > 0 ? [{ amount_cents: -before, reason: move.words }] : []),
      ...(counted > 0 ? [{ amount_cents: counted, reason: null }] : []),
    ];
    const statement = of.settlement_statement_id;
    if (statement === null)
      for (const { amount_cents, reason } of changes)
        steps.push(
          expectOneRow(
            ctx.write.insert(invoicePayment).values({
              invoice_id: of.id,
              amount_cents,
              method: "card",
              reference: REFERENCE,
              paid_on: day,
              reverses_id: reason === null ? null : row.invoice_payment_id,
              reason,
              ...toCreator(byCard(of)),
              created_at: ctx.now.toISOString(),
            }),
          ),
        );
    else steps.push(...(await statementSteps(ctx, statement, changes, { row, of, day })));
  }
  if (move.amount_cents > 0 && counted > before) steps.push(...paidNews(ctx, of, move));
  return steps;
}

type Change = { amount_cents: number; reason: string | null };

async function statementSteps(
  ctx: Writes,
  statement: number,
  changes: readonly Change[],
  { row, of, day }: Pick<Counting, "row" | "of" | "day">,
): Promise<Step[]> {
  const [found] = await ctx.read
    .select({ payer: settlementStatement.paying_company_id, lines: settlementStatement.line_count })
    .from(settlementStatement)
    .where(eq(settlementStatement.id, statement));
  const [live] = row.invoice_payment_id
    ? await ctx.read
        .select({ id: invoicePayment.settlement_payment_id })
        .from(invoicePayment)
        .where(eq(invoicePayment.id, row.invoice_payment_id))
    : [];
  const payer = found?.payer ?? 0;
  const closed = await readClosedThrough(ctx, payer);
  const paid_on = closed !== null && day <= closed ? after(closed) : day;
  const by = { ...ctx, actor: byCard(of) };
  const paid = ({ amount_cents, reason }: Change): Step =>
    markLongStep(
      found?.lines ?? 0,
      expectOneRow(
        ctx.write.insert(settlementPayment).values({
          settlement_statement_id: statement,
          amount_cents,
          method: "card",
          reference: REFERENCE,
          paid_on,
          reverses_id: reason === null ? null : (live?.id ?? null),
          reason,
          ...toCreator(by.actor),
          created_at: ctx.now.toISOString(),
        }),
      ),
    );
  const happened = changes.map(
    ({ amount_cents, reason }): StatementEvent =>
      reason === null
        ? { activity: "paid", details: { amount_cents, method: "card", reference: REFERENCE, paid_on } }
        : {
            activity: "payment_reversed",
            details: { amount_cents, payment: live?.id ?? null, reason },
          },
  );
  return [
    expectTrue(sql`coalesce((SELECT closed_through < ${paid_on} FROM period_close WHERE company_id = ${payer}
      ORDER BY id DESC LIMIT 1), 1)`),
    ...changes.map(paid),
    ...buildStatementEventSteps(by, statement, await readNextEvent(ctx, statement), happened),
  ];
}

type Tells = Pick<Ctx, "now">;
const tell = (
  ctx: Tells,
  of: InvoiceRow,
  result: { title: string; message: string; topic: string },
): Step[] =>
  buildNotificationSteps(
    { now: ctx.now, actor: { user: null, company: { id: of.company_id } } },
    {
      type: NOTIFICATION.general,
      to: { company: of.company_id, adminsOnly: true },
      title: result.title,
      message: result.message,
      path: `/invoices/${of.id}`,
      group: `card:${of.id}:${result.topic}`,
    },
  );

const paidNews = (ctx: Tells, of: InvoiceRow, { amount_cents, move }: CardTransaction): Step[] =>
  tell(ctx, of, {
    title: `${formatInvoiceTitle(of)} was paid by card`,
    message: `${of.customer_name} paid ${formatMoney(amount_cents)} by card.`,
    topic: move,
  });

/**
 * Build steps that notify a company's admins of a dispute: that it was opened and the deadline to answer, or how it
 * ended.
 */
export function buildDisputeNotificationSteps(
  ctx: Tells,
  of: InvoiceRow,
  row: Card & { received_cents: number },
  dispute: { status: string | null; due_at: string | null },
): Step[] {
  const { status, due_at } = dispute;
  if (status === null) return [];
  const by = due_at ? ` Answer at Stripe by ${formatDay(getDay(new Date(due_at), "UTC"))}.` : "";
  const message = isOpenDispute(status)
    ? `The customer's bank is questioning the card payment.${by}`
    : status === "lost"
      ? "The dispute was lost. The payment is taken back on the invoice."
      : "The dispute is over. The payment stays.";
  return tell(ctx, of, {
    title: `A card payment of ${formatInvoiceTitle(of)} is disputed`,
    message,
    topic: `dispute:${row.id}:${status}`,
  });
}

/** Build steps that notify a company's admins that a payment came too late and couldn't be refunded automatically. */
export const buildLatePaymentNotificationSteps = (
  ctx: Tells,
  of: InvoiceRow,
  row: Card,
  surplus: number,
): Step[] =>
  tell(ctx, of, {
    title: `${formatInvoiceTitle(of)} was overpaid`,
    message: `${formatMoney(surplus)} was paid by card when the invoice wasn't open for it, and couldn't be refunded. Refund it at Stripe.`,
    topic: `late:${row.id}`,
  });
