import type Stripe from "stripe";
import { BILLED_STATUSES, type BilledLine } from "#db/schema";
import { isOpenDispute } from "../rules/moves";

/** Fields that the program reads from Stripe's invoices for our subscriptions. */
export type StripeInvoiceState = Pick<
  Stripe.Invoice,
  | "id"
  | "number"
  | "status"
  | "created"
  | "due_date"
  | "currency"
  | "subtotal"
  | "total"
  | "total_excluding_tax"
  | "amount_remaining"
  | "hosted_invoice_url"
  | "invoice_pdf"
> & {
  lines: { data: readonly Pick<Stripe.InvoiceLineItem, "description" | "amount">[] };
  payments?: { data: readonly Pick<Stripe.InvoicePayment, "payment">[] };
};

/** Charge of a customer's card, its refunded amount, and the state of its dispute. */
export type StripeChargeState = Pick<Stripe.Charge, "payment_intent" | "amount_refunded"> & {
  dispute: string | null;
};

/** Stored row of an invoice that we sent for a subscription. */
export type BilledInvoiceRow = {
  id: string;
  number: string | null;
  status: (typeof BILLED_STATUSES)[number];
  created_at: string;
  due_at: string | null;
  currency: string;
  subtotal_cents: number;
  tax_cents: number;
  total_cents: number;
  due_cents: number;
  refunded_cents: number;
  dispute_status: string | null;
  lines: BilledLine[];
  url: string | null;
  pdf_url: string | null;
};

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === "string" ? value : (value?.id ?? null);

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Return the URL only if it is http or https, because a page links to it. */
const address = (url: string | null | undefined): string | null =>
  url && /^https?:\/\//.test(url) ? url : null;

/** Convert Stripe's subscription invoices to stored rows; drafts are omitted. */
export function toBilledInvoiceRows(
  stripeInvoiceStates: readonly StripeInvoiceState[],
  charges: readonly StripeChargeState[],
): BilledInvoiceRow[] {
  return stripeInvoiceStates.flatMap((stripeInvoiceState) => {
    const status = BILLED_STATUSES.find((known) => known === stripeInvoiceState.status);
    if (!status) return [];
    const intents = new Set(
      stripeInvoiceState.payments?.data.map(({ payment }) => idOf(payment.payment_intent)),
    );
    const paidBy = charges.filter(({ payment_intent }) => {
      const intent = idOf(payment_intent);
      return intent !== null && intents.has(intent);
    });
    return {
      id: stripeInvoiceState.id,
      number: stripeInvoiceState.number,
      status,
      created_at: instant(stripeInvoiceState.created),
      due_at: stripeInvoiceState.due_date === null ? null : instant(stripeInvoiceState.due_date),
      currency: stripeInvoiceState.currency,
      subtotal_cents: stripeInvoiceState.subtotal,
      tax_cents:
        stripeInvoiceState.total_excluding_tax === null
          ? 0
          : stripeInvoiceState.total - stripeInvoiceState.total_excluding_tax,
      total_cents: stripeInvoiceState.total,
      due_cents: status === "void" ? 0 : stripeInvoiceState.amount_remaining,
      refunded_cents: paidBy.reduce((all, { amount_refunded }) => all + amount_refunded, 0),
      dispute_status: paidBy.find(({ dispute }) => dispute !== null)?.dispute ?? null,
      lines: stripeInvoiceState.lines.data.map(({ description, amount }) => ({
        description: description ?? "",
        amount,
      })),
      url: address(stripeInvoiceState.hosted_invoice_url),
      pdf_url: address(stripeInvoiceState.invoice_pdf),
    };
  });
}

type Standing = Pick<
  BilledInvoiceRow,
  "status" | "total_cents" | "due_cents" | "refunded_cents" | "dispute_status"
>;

/** Return the status text of a subscription invoice, and `waits`, which is true if the company must act. */
export function getBilledInvoiceStatus(
  row: Standing,
  money: (cents: number) => string,
): { words: string; waits: boolean } {
  const { status, total_cents, due_cents, refunded_cents, dispute_status } = row;
  if (status === "void") return { words: "Void", waits: false };
  if (status === "uncollectible") return { words: "Not paid", waits: false };
  if (status === "open") return { words: `${money(due_cents)} not paid yet`, waits: true };
  if (dispute_status === "lost") return { words: "Reversed by your bank", waits: false };
  if (isOpenDispute(dispute_status)) return { words: "Paid, under dispute", waits: false };
  if (refunded_cents > 0)
    return {
      words: refunded_cents >= total_cents ? "Refunded" : `Paid, ${money(refunded_cents)} refunded`,
      waits: false,
    };
  return { words: "Paid", waits: false };
}
