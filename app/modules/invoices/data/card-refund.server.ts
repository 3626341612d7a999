import { eq, sql } from "drizzle-orm";
import { invoiceCardPayment, invoiceCardTransaction, invoicePayment } from "#db/schema";
import { REFUND_REASON_KEY } from "~/modules/billing/rules/moves";
import { areCardPaymentsEnabled, callStripe } from "~/modules/billing/shared/client.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import { syncCardPayment } from "./card-sync.server";

const c = invoiceCardPayment;

/** Return ids of the invoice payments that were made by card. */
export async function readCardPaymentIds(
  { read }: Pick<Ctx, "read">,
  invoice: number,
): Promise<Set<number | null>> {
  const rows = await read.select({ id: c.invoice_payment_id }).from(c).where(eq(c.invoice_id, invoice));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refund an invoice's whole card payment to the card; repeated requests refund once. Stripe's result is then fetched,
 * which reverses the payment. Return the id of the reversing payment.
 */
export async function refundCardPayment(ctx: Ctx<CompanyActor>, id: number, reason: string): Promise<number> {
  const [card] = await ctx.read.select().from(c).where(eq(c.id, id));
  const intent = card?.stripe_payment_intent_id;
  if (!card || !intent) throw notFound();
  if (!areCardPaymentsEnabled()) throw unprocessable("This site doesn't take cards. Refund it at Stripe.");
  const [moves] = await ctx.read
    .select({ n: sql<number>`count(*)` })
    .from(invoiceCardTransaction)
    .where(eq(invoiceCardTransaction.invoice_card_payment_id, id));
  await callStripe("a refund", async (client) => {
    await client.refunds.create(
      { payment_intent: intent, amount: card.applied_cents, metadata: { [REFUND_REASON_KEY]: reason } },
      {
        stripeAccount: card.stripe_account_id,
        idempotencyKey: `timbertally-refund-${intent}-${card.applied_cents}-${moves?.n ?? 0}`,
      },
    );
  });
  await callStripe("what became of a refund", () => ctx.apart(syncCardPayment, { card_payment_id: id }));
  const [back] = await ctx.read
    .select({ id: sql<number>`max(${invoicePayment.id})` })
    .from(invoicePayment)
    .where(eq(invoicePayment.invoice_id, card.invoice_id));
  return back?.id ?? id;
}
