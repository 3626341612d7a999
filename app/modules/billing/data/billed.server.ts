import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { billingCheckout, billingInvoice } from "#db/schema";
import { formatMoney } from "~/lib/money/money";
import { formatDay, formatInstant, getDay } from "~/lib/time/time";
import { procedure, type ReadCtx } from "~/web/procedure";
import { forbidden } from "~/web/refusal";
import { billingInvoicesOutput } from "../rules/output";
import { getBilledInvoiceStatus } from "../shared/billed.server";

const ADMINS = "Only an admin of your company sees what it was charged.";

const b = billingInvoice;

/** Query the acting company's subscription charges, newest first, as last fetched from Stripe. */
const billedOf = (ctx: ReadCtx) =>
  ctx.read
    .select()
    .from(b)
    .where(eq(b.company_id, ctx.actor.company.id))
    .orderBy(desc(b.created_at), desc(b.id));

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** List the acting company's subscription charges, for API clients. */
export const listBillingInvoices = procedure({
  name: "listBillingInvoices",
  may: "company.read",
  input: z.strictObject({}),
  output: billingInvoicesOutput,
  async run(ctx) {
    if (!ctx.actor.permissions.is_primary) throw forbidden(ADMINS);
    const billing_invoices = (await billedOf(ctx)).map((row) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      created: seconds(row.created_at),
      due_date: row.due_at === null ? null : seconds(row.due_at),
      currency: row.currency,
      subtotal: row.subtotal_cents,
      tax: row.tax_cents,
      total: row.total_cents,
      amount_due: row.due_cents,
      amount_refunded: row.refunded_cents,
      lines: row.lines,
      invoice_pdf: row.pdf_url,
    }));
    const total = billing_invoices.length;
    return { billing_invoices, meta: { total, skip: 0, take: total } };
  },
});

/** Read the acting company's subscription charges for the subscription page, formatted as text. */
export async function readSubscriptionCharges(ctx: ReadCtx) {
  const rows = await billedOf(ctx);
  return rows.map((row) => ({
    id: row.id,
    number: row.number ?? "Invoice",
    day: formatDay(getDay(new Date(row.created_at), ctx.actor.zone)),
    total_cents: row.total_cents,
    url: row.url,
    pdf_url: row.pdf_url,
    ...getBilledInvoiceStatus(row, formatMoney),
  }));
}

/** Age in milliseconds after which an abandoned payment page is no longer reported to the user. */
const TOLD_MS = 7 * 86_400_000;

/** Return the state of an unfinished payment page as text; null if none exists or it is too old. */
export async function readUnfinishedCheckout(ctx: ReadCtx, nameOf: (tier: string | null) => string) {
  const [page] = await ctx.read
    .select()
    .from(billingCheckout)
    .where(eq(billingCheckout.company_id, ctx.actor.company.id));
  if (!page || page.status === "complete") return null;
  const name = nameOf(page.tier);
  if (page.status === "open")
    return {
      is_open: true,
      words: `You started to subscribe to ${name} and haven't paid yet.`,
      needs: `Nothing was charged. You can finish until ${formatInstant(page.expires_at, ctx.actor.zone, ctx.now)}.`,
    };
  if (ctx.now.getTime() - Date.parse(page.expires_at) > TOLD_MS) return null;
  return {
    is_open: false,
    words: `You started to subscribe to ${name} and didn't finish.`,
    needs: "That page has ended, and nothing was charged. You can subscribe again.",
  };
}
