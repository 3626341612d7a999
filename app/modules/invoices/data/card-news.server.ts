import { asc, eq } from "drizzle-orm";
import { invoiceCardPayment } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { formatDay, getDay } from "~/lib/time/time";
import { isOpenDispute } from "~/modules/billing/rules/moves";
import type { ReadCtx } from "~/web/procedure";
import type { InvoiceRow } from "./access.server";
import { readUnfinishedCardPayment } from "./card.server";

const c = invoiceCardPayment;

/** Return notices for an issuer about card payments of its invoice: unfinished, under way, disputed, or too late. */
export async function readCardNotices(
  ctx: Pick<ReadCtx, "read" | "actor" | "now">,
  invoice: Pick<InvoiceRow, "id" | "status">,
) {
  const { read, actor } = ctx;
  const cards = await read.select().from(c).where(eq(c.invoice_id, invoice.id)).orderBy(asc(c.id));
  const left = invoice.status === "open" ? await readUnfinishedCardPayment(ctx, invoice.id) : null;
  return cards.flatMap((card) => {
    const { id, status, requested_cents, received_cents, applied_cents, dispute_status, dispute_due_at } =
      card;
    const news: { id: string; words: string; waits: boolean }[] = [];
    const say = (what: string, words: string, waits: boolean) =>
      news.push({ id: `${id}-${what}`, words, waits });
    if (left?.id === id)
      say(
        "left",
        `The customer began to pay ${formatMoney(requested_cents)} by card and didn't finish. Nothing was charged.`,
        false,
      );
    if (status === "processing")
      say(
        "way",
        `${formatMoney(requested_cents)} is on its way: the customer's bank hasn't sent it yet.`,
        false,
      );
    if (isOpenDispute(dispute_status)) {
      const by = dispute_due_at ? ` by ${formatDay(getDay(new Date(dispute_due_at), actor.zone))}` : "";
      say(
        "dispute",
        `The customer's bank is questioning a card payment of ${formatMoney(received_cents)}. Answer at Stripe${by}.`,
        true,
      );
    }
    if (received_cents > applied_cents)
      say(
        "late",
        `${formatMoney(received_cents - applied_cents)} was paid by card when the invoice wasn't open for it. Refund it at Stripe.`,
        true,
      );
    return news;
  });
}
