import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { invoice, invoiceCardPayment } from "#db/schema";
import { enqueue, work } from "~/core/work/work.server";
import type { Reading, Step } from "~/web/procedure";
import { isRefused, stripe, takesCards } from "./client.server";

const c = invoiceCardPayment;

/** Close the pages on which an invoice could still be paid by card: it is void, or was paid another way. */
export const closeCardPages = work({
  name: "closing pages to pay on",
  input: z.strictObject({ invoice: z.number().int() }),
  able: takesCards,
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
        // It isn't open anymore; what became of it is pulled as ever.
        if (!isRefused(error)) throw error;
      }
  },
});

/**
 * The steps that close them, in the commit of what makes them wrong. Somebody who pays in between gets it back
 * (docs/billing.md).
 */
export const closePagesSteps = (invoice: number): Step[] =>
  takesCards() ? [enqueue(closeCardPages, { invoice }, { key: `invoice:${invoice}` })] : [];

/** The same for the invoice of a statement, where it has one. */
export async function closePagesOfStatement(
  { read }: Pick<Reading, "read">,
  statement: number,
): Promise<Step[]> {
  if (!takesCards()) return [];
  const [open] = await read
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(eq(invoice.settlement_statement_id, statement), eq(invoice.status, "open")));
  return open ? closePagesSteps(open.id) : [];
}
