import { eq } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { invoiceCardPayment, invoicePayment, PAYMENT_METHODS, settlementPayment } from "#db/schema";
import { visibleStatement } from "~/core/settling/statement-access.server";
import { closePagesSteps } from "~/core/stripe/close-pages.server";
import { formatMoney, money, parseMoney } from "~/domain/money/money";
import { trimmed } from "~/domain/text/input";
import { dayOf, formatDate } from "~/domain/time/time";
import { openOn } from "~/features/settlements/closed.server";
import { nextEvent, statementEventStep } from "~/features/settlements/events.server";
import { dayInput, idInput } from "~/features/settlements/inputs";
import { holdStatement } from "~/features/settlements/payments.server";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure, type Reading, type Step } from "~/web/procedure";
import { forbidden, invalid, missing, notNow } from "~/web/refusal";
import { holdInvoice, type InvoiceRow, type PaymentRow, todayIn, visibleInvoice } from "./access.server";
import { refundCard } from "./card-refund.server";

/** What is left to pay; refused where nothing can be paid. */
export function leftToPay(row: InvoiceRow): number {
  if (row.status === "draft") throw notNow("A draft can't be paid. Issue it first.");
  if (row.status === "void") throw notNow("It is void.");
  if (row.status === "paid") throw notNow("It's already paid.");
  return row.total_cents - row.paid_cents;
}

/** The first day from which a payment may be dated: the invoice's, or earlier its statement's. */
export async function payableFrom(ctx: Reading, row: InvoiceRow): Promise<string> {
  if (row.settlement_statement_id === null) return row.issued_on;
  const { statement } = await visibleStatement(ctx, row.settlement_statement_id);
  const posted = statement.posted_at && dayOf(new Date(statement.posted_at), ctx.actor.zone);
  return posted && posted < row.issued_on ? posted : row.issued_on;
}

type Paid = Pick<PaymentRow, "amount_cents" | "method" | "reference" | "paid_on" | "reverses_id" | "reason">;

/**
 * The steps that write a payment. That of a statement's invoice is written to the statement, and the database writes it to
 * the invoice with it, so the two can't come apart.
 */
async function paymentSteps(ctx: Ctx<CompanyActor>, row: InvoiceRow, paid: Paid): Promise<Step[]> {
  const made = { ...creatorOf(ctx.actor), created_at: ctx.now.toISOString() };
  if (row.settlement_statement_id === null)
    return [
      holdInvoice(ctx, row),
      mustHit(ctx.write.insert(invoicePayment).values({ ...paid, invoice_id: row.id, ...made })),
    ];
  const held = await visibleStatement(ctx, row.settlement_statement_id);
  const isOpen = await openOn(ctx, held.payer.id, paid.paid_on, "paid_on");
  const isReversal = paid.reverses_id !== null;
  return [
    holdInvoice(ctx, row),
    holdStatement(ctx, held),
    isOpen,
    mustHit(
      ctx.write
        .insert(settlementPayment)
        .values({ ...paid, settlement_statement_id: held.statement.id, ...made }),
    ),
    statementEventStep(
      ctx,
      held.statement.id,
      await nextEvent(ctx, held.statement.id),
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

const amount = money().refine((typed) => (parseMoney(typed) ?? 1) > 0, "Type an amount like 12.50.");

/** Mark an invoice paid, all of it or a part. A call without more says that the rest came in today. */
export const payInvoice = procedure({
  name: "payInvoice",
  may: "invoice.update",
  input: z.strictObject({
    invoice_id: idInput,
    amount: amount.optional().describe("US dollars; left out, all that is left."),
    method: z.enum(PAYMENT_METHODS, "Choose how it was paid.").default("other"),
    reference: trimmed(80).optional(),
    paid_on: dayInput().optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    const row = await visibleInvoice(ctx, input.invoice_id);
    const left = leftToPay(row);
    const today = todayIn(ctx);
    const from = await payableFrom(ctx, row);
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
    const steps = [...(await paymentSteps(ctx, row, paid)), ...closePagesSteps(row.id)];
    return ctx.commit(steps, { id: newest(invoicePayment) });
  },
});

/** A payment of an invoice of the acting company, and why it can't be taken back, or null. */
export async function ownInvoicePayment(ctx: Reading, id: number) {
  const [payment] = await ctx.read.select().from(invoicePayment).where(eq(invoicePayment.id, id));
  if (!payment) throw missing();
  const row = await visibleInvoice(ctx, payment.invoice_id);
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
 * Take a payment back: it bounced, or was typed wrong. Both stand, and the invoice is open again by as much. One by card is
 * refunded to the card.
 */
export const reverseInvoicePayment = procedure({
  name: "reverseInvoicePayment",
  may: "invoice.delete",
  input: z.strictObject({
    invoice_payment_id: idInput,
    reason: trimmed(500, undefined, "Say why.").min(1, "Say why."),
  }),
  output: idOutput,
  async run(ctx, { invoice_payment_id, reason }) {
    const { row, payment, why, card } = await ownInvoicePayment(ctx, invoice_payment_id);
    if (!ctx.actor.user) throw forbidden("A person has to do this. Keys can't take money back.");
    if (why) throw notNow(why);
    if (card !== null) return { id: await refundCard(ctx, card, reason) };
    const isOfStatement = payment.settlement_payment_id !== null;
    const taken = {
      amount_cents: -payment.amount_cents,
      method: payment.method,
      reference: payment.reference,
      paid_on: todayIn(ctx),
      reverses_id: isOfStatement ? payment.settlement_payment_id : payment.id,
      reason,
    };
    return ctx.commit(await paymentSteps(ctx, row, taken), { id: newest(invoicePayment) });
  },
});
