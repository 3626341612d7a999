import type { Pages } from "~/web/page";

export const pages = {
  "/company/payment-account": { page: "payment-account.tsx" },
  "/company/payment-account/offering": { post: "/company/payment-account" },
  "/company/subscription": { page: "subscription.tsx" },
} satisfies Pages;
