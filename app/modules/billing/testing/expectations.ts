import type { Expectations } from "../../../../e2e/support/expectations";
import { ANY_COMPANY, API_ANY_COMPANY, GET_NOT_ALLOWED } from "../../../../e2e/support/rows";

/** Valid bodies that this site refuses for everybody, because it accepts no card payments. */
const BODIES = {
  startCheckout: { tier: "basic" },
  openPortal: {},
  startPaymentAccount: {},
  offerCards: { offers: true },
};

/** Test expectations for the company's subscription. */
export const expectations: Expectations = {
  answers: {
    "/company/payment-account": ANY_COMPANY,
    "/company/payment-account/offering": { nobody: 302, else: 302 },
    "/company/subscription": ANY_COMPANY,
    "/api/billing/products": API_ANY_COMPANY,
    "/api/billing/subscription": API_ANY_COMPANY,
    "/api/billing/invoices": API_ANY_COMPANY,
    "/api/billing/checkout": GET_NOT_ALLOWED,
    "/api/billing/payment-details": GET_NOT_ALLOWED,
    "/api/billing/payment-account": API_ANY_COMPANY,
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
