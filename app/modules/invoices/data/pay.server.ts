import { eq } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { invoiceCardPayment, invoicePayment, PAYMENT_METHODS, settlementPayment } from "#db/schema";
import { createMoneySchema, formatMoney, parseMoney } from "~/lib/money/money";
import { createTrimmedTextSchema } from "~/lib/text/input";
import { formatDate, getDay } from "~/lib/time/time";
import { buildCloseCardPagesSteps } from "~/modules/billing/shared/close-pages.server";
import { calendarDayField, idField } from "~/modules/settlements/rules/inputs";
import { buildOpenPeriodStep } from "~/modules/settlements/shared/closed.server";
import { buildStatementEventStep, readNextEvent } from "~/modules/settlements/shared/events.server";
import { buildLockStatementStep } from "~/modules/settlements/shared/payments.server";
import { requireVisibleStatement } from "~/modules/settlements/shared/statement-access.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type ReadCtx, type Step } from "~/web/procedure";
import { forbidden, invalid, notFound, unprocessable } from "~/web/refusal";
import {
  buildLockInvoiceStep,
  getInvoiceToday,
  type InvoiceRow,
  type PaymentRow,
  requireVisibleInvoice,
} from "./access.server";
import { refundCardPayment } from "./card-refund.server";

/** Return the amount left to pay; reject the request if nothing can be paid. */
export function requireAmountLeft(row: InvoiceRow): number {
  if (row.status === "draft") throw unprocessable("A draft can't be paid. Issue it first.");
  if (row.status === "void") throw unprocessable("It is void.");
  if (row.status === "paid") throw unprocessable("It's already paid.");
  return row.total_cents - row.paid_cents;
}

/** Earliest payment date: the invoice's date, or its statement's if earlier. */
export async function getEarliestPaymentDay(ctx: ReadCtx, row: InvoiceRow): Promise<string> {
  if (row.settlement_statement_id === null) return row.issued_on;
  const { statement } = await requireVisibleStatement(ctx, row.settlement_statement_id);
  const posted = statement.posted_at && getDay(new Date(statement.posted_at), ctx.actor.zone);
  return posted && posted < row.issued_on ? posted : row.issued_on;
}

type Paid = Pick<PaymentRow, "amount_cents" | "method" | "reference" | "paid_on" | "reverses_id" | "reason">;

/**
 * Return steps that write a payment. For a statement's invoice, the payment is written to the statement and a database
 * trigger copies it to the invoice in the same transaction, so that the two can't differ.
 */
async function paymentSteps(ctx: Ctx<CompanyActor>, row: InvoiceRow, paid: Paid): Promise<Step[]> {
  const created = { ...toCreator(ctx.actor), created_at: ctx.now.toISOString() };
  if (row.settlement_statement_id === null)
    return [
      buildLockInvoiceStep(ctx, row),
      expectOneRow(ctx.write.insert(invoicePayment).values({ ...paid, invoice_id: row.id, ...created })),
    ];
  const held = await requireVisibleStatement(ctx, row.settlement_statement_id);
  const isOpen = await buildOpenPeriodStep(ctx, held.payer.id, paid.paid_on, "paid_on");
  const isReversal = paid.reverses_id !== null;
  return [
    buildLockInvoiceStep(ctx, row),
    buildLockStatementStep(ctx, held),
    isOpen,
    expectOneRow(
      ctx.write
        .insert(settlementPayment)
        .values({ ...paid, settlement_statement_id: held.statement.id, ...created }),
    ),
    buildStatementEventStep(
      ctx,
      held.statement.id,
      await readNextEvent(ctx, held.statement.id),
      isReversal ? "payment_reversed" : "paid",
      isReversal
        ? { amount_cents: paid.amount_cents, payment: paid.reverses_id, reason: paid.reason }
        : {
            amount_cents: paid.amount_cents,
            method: paid.method,
            reference: paid.reference,
            paid_on: paid.paid_on,
          },
    ),
  ];
}

const amount = createMoneySchema().refine(
  (typed) => (parseMoney(typed) ?? 1) > 0,
  "Type an amount like 12.50.",
);

/** Record a payment of an invoice, in full or in part. Without optional fields, the whole amount left was paid today. */
export const payInvoice = procedure({
  name: "payInvoice",
  may: "invoice.update",
  input: z.strictObject({
    invoice_id: idField,
    amount: amount.optional().describe("US dollars; left out, all that is left."),
    method: z.enum(PAYMENT_METHODS, "Choose how it was paid.").default("other"),
    reference: createTrimmedTextSchema(80).optional(),
    paid_on: calendarDayField().optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    const row = await requireVisibleInvoice(ctx, input.invoice_id);
    const left = requireAmountLeft(row);
    const today = getInvoiceToday(ctx);
    const from = await getEarliestPaymentDay(ctx, row);
    const paid_on = input.paid_on ?? today;
    if (paid_on > today || paid_on < from)
      throw invalid({ paid_on: [`Choose a day from ${formatDate(from)} to today.`] });
    const amount_cents = input.amount === undefined ? left : (parseMoney(input.amount) ?? 0);
    if (amount_cents > left) throw invalid({ amount: [`That is more than the ${formatMoney(left)} left.`] });
    const paid = {
      amount_cents,
      method: input.method,
      reference: input.reference || null,
      paid_on,
      reverses_id: null,
      reason: null,
    };
    const steps = [...(await paymentSteps(ctx, row, paid)), ...buildCloseCardPagesSteps(row.id)];
    return ctx.commit(steps, { id: selectInsertedId(invoicePayment) });
  },
});

/** Return a payment of the acting company's invoice, with the reason why it can't be reversed, or null if it can. */
export async function requireOwnInvoicePayment(ctx: ReadCtx, id: number) {
  const [payment] = await ctx.read.select().from(invoicePayment).where(eq(invoicePayment.id, id));
  if (!payment) throw notFound();
  const row = await requireVisibleInvoice(ctx, payment.invoice_id);
  const [taken] = await ctx.read
    .select({ id: invoicePayment.id })
    .from(invoicePayment)
    .where(eq(invoicePayment.reverses_id, id));
  const why =
    payment.reverses_id !== null
      ? "This takes a payment back itself."
      : taken
        ? "It's already taken back."
        : payment.creator_company_id === ctx.actor.company.id
          ? null
          : `${row.customer_name} recorded it on its statement, and takes it back there.`;
  const [card] = await ctx.read
    .select({ id: invoiceCardPayment.id })
    .from(invoiceCardPayment)
    .where(eq(invoiceCardPayment.invoice_payment_id, id));
  return { row, payment, why, card: card?.id ?? null };
}

/**
 * Reverse a payment: it bounced, or was mistyped. Both rows stay, and the invoice is open again by that amount. A card
 * payment is refunded to the card.
 */
export const reverseInvoicePayment = procedure({
  name: "reverseInvoicePayment",
  may: "invoice.delete",
  input: z.strictObject({
    invoice_payment_id: idField,
    reason: createTrimmedTextSchema(500, undefined, "Say why.").min(1, "Say why."),
  }),
  output: idOutput,
  async run(ctx, { invoice_payment_id, reason }) {
    const { row, payment, why, card } = await requireOwnInvoicePayment(ctx, invoice_payment_id);
    if (!ctx.actor.user) throw forbidden("A person has to do this. Keys can't take money back.");
    if (why) throw unprocessable(why);
    if (card !== null) return { id: await refundCardPayment(ctx, card, reason) };
    const isOfStatement = payment.settlement_payment_id !== null;
    const taken = {
      amount_cents: -payment.amount_cents,
      method: payment.method,
      reference: payment.reference,
      paid_on: getInvoiceToday(ctx),
      reverses_id: isOfStatement ? payment.settlement_payment_id : payment.id,
      reason,
    };
    return ctx.commit(await paymentSteps(ctx, row, taken), { id: selectInsertedId(invoicePayment) });
  },
});
