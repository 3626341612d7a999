import type { Expectations } from "../../../../e2e/support/expectations";
import { API_COMPANY, COMPANY, NO_GET } from "../../../../e2e/support/rows";

/** Valid bodies that are refused to everybody because this site takes no cards. */
const BODIES = {
  startCheckout: { tier: "basic" },
  openPortal: {},
  startPaymentAccount: {},
  offerCards: { offers: true },
};

/** Test expectations for the company's subscription. */
export const expectations: Expectations = {
  answers: {
    "/company/payment-account": COMPANY,
    "/company/payment-account/offering": { nobody: 302, else: 302 },
    "/company/subscription": COMPANY,
    "/api/billing/products": API_COMPANY,
    "/api/billing/subscription": API_COMPANY,
    "/api/billing/invoices": API_COMPANY,
    "/api/billing/checkout": NO_GET,
    "/api/billing/payment-details": NO_GET,
    "/api/billing/payment-account": API_COMPANY,
  },
  bodies: BODIES,
  good: BODIES,
  pages: { manager: ["/company/subscription", "/company/payment-account"] },
  forms: {},
  shots: [
    { name: "subscription", as: "manager", path: "/company/subscription" },
    { name: "payment-account", as: "manager", path: "/company/payment-account" },
  ],
};
