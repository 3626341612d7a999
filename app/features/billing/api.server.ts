import type { About, ApiCalls } from "~/web/rest-call";
import { openPortal, startCheckout } from "./checkout.server";
import { getBilling, listBillingProducts } from "./subscription.server";

export const about: About = "Companies and places";

/** Calls about the company's own subscription (spec 2, section 7). */
export const calls: ApiCalls = {
  "GET /api/billing/products": { summary: "The subscriptions that are sold", procedure: listBillingProducts },
  "GET /api/billing/subscription": { summary: "How your subscription stands", procedure: getBilling },
  "POST /api/billing/checkout": {
    summary: "Where to pay for a subscription, at the card payment provider",
    procedure: startCheckout,
  },
  "POST /api/billing/payment-details": {
    summary: "Where to manage payment details, at the card payment provider",
    procedure: openPortal,
  },
};
