import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, COMPANY, NO_GET } from "../../../../e2e/support/rows";

/** Bodies that are good, and refused to everybody: this site takes no cards. */
const BODIES = { startCheckout: { tier: "basic" }, openPortal: {} };

/** What tests ask of the company's subscription. */
export const asked: Asked = {
  answers: {
    "/company/subscription": COMPANY,
    "/api/billing/products": API_COMPANY,
    "/api/billing/subscription": API_COMPANY,
    "/api/billing/checkout": NO_GET,
    "/api/billing/payment-details": NO_GET,
  },
  bodies: BODIES,
  good: BODIES,
  pages: { manager: ["/company/subscription"] },
  forms: {},
  shots: [{ name: "subscription", as: "manager", path: "/company/subscription" }],
};
