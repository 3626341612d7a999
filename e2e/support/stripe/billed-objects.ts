import type Stripe from "stripe";
import { buildList } from "./objects";

type Line = { description: string; amount: number };

const line = (
  id: string,
  of: string,
  index: number,
  { description, amount }: Line,
): Stripe.InvoiceLineItem => ({
  id,
  object: "line_item",
  amount,
  currency: "usd",
  description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: of,
  livemode: false,
  metadata: {},
  parent: null,
  period: { start: index, end: index },
  pretax_credit_amounts: [],
  pricing: null,
  quantity: 1,
  quantity_decimal: null,
  subscription: null,
  subtotal: amount,
  taxes: [],
});

/** Build a subscription's invoice as Stripe creates it automatically: open until it is paid. */
export const buildInvoice = (
  id: string,
  created: number,
  input: {
    customer: string;
    subscription: string;
    number: string;
    lines: readonly Line[];
    reason: Stripe.Invoice.BillingReason;
    base: string;
  },
): Stripe.Invoice => {
  const amount = input.lines.reduce((all, line) => all + line.amount, 0);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Timbertally",
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: input.reason,
    collection_method: "charge_automatically",
    created,
    currency: "usd",
    custom_fields: null,
    customer: input.customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `${input.base}/billed/${id}`,
    invoice_pdf: `${input.base}/billed/${id}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: buildList(
      `/v1/invoices/${id}/lines`,
      input.lines.map((item, i) => line(`il_${id}_${i}`, id, created, item)),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: input.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: null, subscription: input.subscription },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: buildList<Stripe.InvoicePayment>("/v1/invoice_payments", []),
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
};

/** Build the payment of an invoice. */
export const buildInvoicePayment = (
  id: string,
  created: number,
  input: { invoice: string; amount: number; intent: string },
): Stripe.InvoicePayment => ({
  id,
  object: "invoice_payment",
  amount_paid: input.amount,
  amount_requested: input.amount,
  created,
  currency: "usd",
  invoice: input.invoice,
  is_default: true,
  livemode: false,
  payment: { payment_intent: input.intent, type: "payment_intent" },
  status: "paid",
  status_transitions: { canceled_at: null, paid_at: created },
});
