import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { invoice, invoiceCardPayment } from "#db/schema";
import { defineTask, enqueue } from "~/lib/queue/work.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { areCardsEnabled, isStripeRefusal, stripe } from "./client.server";

const c = invoiceCardPayment;

/**
 * Background task that closes the pages on which an invoice could still be paid by card, after it was voided or paid
 * otherwise.
 */
export const closeCardPagesTask = defineTask({
  name: "closing pages to pay on",
  input: z.strictObject({ invoice: z.number().int() }),
  able: areCardsEnabled,
  async run({ db }, { invoice: of }) {
    const open = await db.read
      .select()
      .from(c)
      .where(and(eq(c.invoice_id, of), eq(c.status, "open")));
    const client = await stripe();
    for (const { stripe_session_id: session, stripe_account_id: stripeAccount } of open)
      try {
        await client.checkout.sessions.expire(session, undefined, { stripeAccount });
      } catch (error) {
        // The page isn't open anymore; the payment's outcome is pulled as usual.
        if (!isStripeRefusal(error)) throw error;
      }
  },
});

/**
 * Return the steps that close an invoice's card pages, for the commit that voids or pays the invoice. A payment made in
 * between is refunded (docs/billing.md).
 */
export const closeCardPagesSteps = (invoice: number): Step[] =>
  areCardsEnabled() ? [enqueue(closeCardPagesTask, { invoice }, { key: `invoice:${invoice}` })] : [];

/** Return the steps that close the card pages of a statement's open invoice, if there is one. */
export async function closeStatementCardPagesSteps(
  { read }: Pick<ReadCtx, "read">,
  statement: number,
): Promise<Step[]> {
  if (!areCardsEnabled()) return [];
  const [open] = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(eq(invoice.settlement_statement_id, statement), eq(invoice.status, "open")));
  return open ? closeCardPagesSteps(open.id) : [];
}
