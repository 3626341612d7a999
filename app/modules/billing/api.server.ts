import type { ApiCalls, ApiSection } from "~/web/rest-call";
import { getPaymentAccount, setCardPaymentsOffered, startPaymentAccountSetup } from "./data/account.server";
import { listBillingInvoices } from "./data/billed.server";
import { openPortal, startCheckout } from "./data/checkout.server";
import { getBilling, listBillingProducts } from "./data/subscription.server";

export const about: ApiSection = "Companies and places";

/** API calls about the company's own subscription and its payment account. */
export const calls: ApiCalls = {
  "GET /api/billing/products": { summary: "The subscriptions that are sold", procedure: listBillingProducts },
  "GET /api/billing/subscription": { summary: "Read the status of your subscription", procedure: getBilling },
  "GET /api/billing/invoices": {
    summary: "What your company was charged for its subscription",
    procedure: listBillingInvoices,
  },
  "POST /api/billing/checkout": {
    summary: "Where to pay for a subscription, at the card payment provider",
    procedure: startCheckout,
  },
  "POST /api/billing/payment-details": {
    summary: "Where to manage payment details, at the card payment provider",
    procedure: openPortal,
  },
  "GET /api/billing/payment-account": {
    summary: "How your company takes cards from its customers",
    procedure: getPaymentAccount,
  },
  "POST /api/billing/payment-account": {
    summary: "Where to set up card payments, at the card payment provider",
    procedure: startPaymentAccountSetup,
  },
  "PUT /api/billing/payment-account": {
    summary: "Offer paying by card on your invoices, or stop offering it",
    procedure: setCardPaymentsOffered,
  },
};
