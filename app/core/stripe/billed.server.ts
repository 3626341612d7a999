import type Stripe from "stripe";
import { BILLED_STATUSES, type BilledLine } from "#db/schema";
import { isOpenDispute } from "./moves";

/** What the program needs of an invoice of ours as Stripe tells it. */
export type ToldInvoice = Pick<
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

/** The money that came by a customer's card, and what a bank says of it. */
export type ToldCharge = Pick<Stripe.Charge, "payment_intent" | "amount_refunded"> & {
  dispute: string | null;
};

/** An invoice of ours, as it is kept. */
export type BilledRow = {
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

/** Only an address of the web is one that a page leads to. */
const address = (url: string | null | undefined): string | null =>
  url && /^https?:\/\//.test(url) ? url : null;

/** What is kept of the invoices that a company was sent for its subscription; what Stripe still drafts is left out. */
export function billedRows(told: readonly ToldInvoice[], charges: readonly ToldCharge[]): BilledRow[] {
  return told.flatMap((one) => {
    const status = BILLED_STATUSES.find((known) => known === one.status);
    if (!status) return [];
    const intents = new Set(one.payments?.data.map(({ payment }) => idOf(payment.payment_intent)));
    const paidBy = charges.filter(({ payment_intent }) => {
      const intent = idOf(payment_intent);
      return intent !== null && intents.has(intent);
    });
    return {
      id: one.id,
      number: one.number,
      status,
      created_at: instant(one.created),
      due_at: one.due_date === null ? null : instant(one.due_date),
      currency: one.currency,
      subtotal_cents: one.subtotal,
      tax_cents: one.total_excluding_tax === null ? 0 : one.total - one.total_excluding_tax,
      total_cents: one.total,
      due_cents: status === "void" ? 0 : one.amount_remaining,
      refunded_cents: paidBy.reduce((all, { amount_refunded }) => all + amount_refunded, 0),
      dispute_status: paidBy.find(({ dispute }) => dispute !== null)?.dispute ?? null,
      lines: one.lines.data.map(({ description, amount }) => ({ description: description ?? "", amount })),
      url: address(one.hosted_invoice_url),
      pdf_url: address(one.invoice_pdf),
    };
  });
}

type Standing = Pick<BilledRow, "status" | "total_cents" | "due_cents" | "refunded_cents" | "dispute_status">;

/** How an invoice of ours stands, in words; `waits` where the company should do something. */
export function billedWords(
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
