import { eq, sql } from "drizzle-orm";
import { invoiceCardMove, invoiceCardPayment, invoicePayment } from "#db/schema";
import { asked, takesCards } from "~/core/stripe/client.server";
import { REFUND_WHY } from "~/core/stripe/moves";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { missing, notNow } from "~/web/refusal";
import { pullCard } from "./card-sync.server";

const c = invoiceCardPayment;

/** The payments of an invoice that count what was paid by card. */
export async function cardPaymentsOf(
  { read }: Pick<Ctx, "read">,
  invoice: number,
): Promise<Set<number | null>> {
  const rows = await read.select({ id: c.invoice_payment_id }).from(c).where(eq(c.invoice_id, invoice));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Refund what an invoice counts of a card payment, whole, to the card. What Stripe then says is pulled, and takes the payment
 * back; asked twice, it is refunded once. The answer is the payment that takes it back.
 */
export async function refundCard(ctx: Ctx<CompanyActor>, id: number, reason: string): Promise<number> {
  const [card] = await ctx.read.select().from(c).where(eq(c.id, id));
  const intent = card?.stripe_payment_intent_id;
  if (!card || !intent) throw missing();
  if (!takesCards()) throw notNow("This site doesn't take cards. Refund it at Stripe.");
  const [moves] = await ctx.read
    .select({ n: sql<number>`count(*)` })
    .from(invoiceCardMove)
    .where(eq(invoiceCardMove.invoice_card_payment_id, id));
  await asked("a refund", async (client) => {
    await client.refunds.create(
      { payment_intent: intent, amount: card.counted_cents, metadata: { [REFUND_WHY]: reason } },
      {
        stripeAccount: card.stripe_account_id,
        idempotencyKey: `timbertally-refund-${intent}-${card.counted_cents}-${moves?.n ?? 0}`,
      },
    );
  });
  await asked("what became of a refund", () => ctx.apart(pullCard, { card_payment_id: id }));
  const [back] = await ctx.read
    .select({ id: sql<number>`max(${invoicePayment.id})` })
    .from(invoicePayment)
    .where(eq(invoicePayment.invoice_id, card.invoice_id));
  return back?.id ?? id;
}
