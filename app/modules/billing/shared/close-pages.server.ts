import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { invoice, invoiceCardPayment } from "#db/schema";
import { buildEnqueueStep, defineTask } from "~/lib/queue/work.server";
import type { ReadCtx, Step } from "~/web/procedure";
import { areCardPaymentsEnabled, getStripeClient, isStripeRefusal } from "./client.server";

const c = invoiceCardPayment;

/**
 * Background task that closes the pages on which an invoice could still be paid by card, after it was voided or paid
 * otherwise.
 */
export const closeCardPagesTask = defineTask({
  name: "closing pages to pay on",
  input: z.strictObject({ invoice: z.number().int() }),
  able: areCardPaymentsEnabled,
  async run({ db }, { invoice: of }) {
    const open = await db.read
      .select()
      .from(c)
      .where(and(eq(c.invoice_id, of), eq(c.status, "open")));
    const client = await getStripeClient();
    for (const { stripe_session_id: session, stripe_account_id: stripeAccount } of open)
      try {
        await client.checkout.sessions.expire(session, undefined, { stripeAccount });
      } catch (error) {
        // Ignore a refusal, because the page isn't open anymore and the payment's outcome is fetched as usual.
        if (!isStripeRefusal(error)) throw error;
      }
  },
});

/**
 * Return the steps that close an invoice's card pages, for the commit that voids or pays the invoice. A payment made in
 * between is refunded (docs/billing.md).
 */
export const buildCloseCardPagesSteps = (invoice: number): Step[] =>
  areCardPaymentsEnabled()
    ? [buildEnqueueStep(closeCardPagesTask, { invoice }, { key: `invoice:${invoice}` })]
    : [];

/** Return the steps that close the card pages of a statement's open invoice, if there is one. */
export async function buildCloseStatementCardSteps(
  { read }: Pick<ReadCtx, "read">,
  statement: number,
): Promise<Step[]> {
  if (!areCardPaymentsEnabled()) return [];
  const [open] = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(eq(invoice.settlement_statement_id, statement), eq(invoice.status, "open")));
  return open ? buildCloseCardPagesSteps(open.id) : [];
}
