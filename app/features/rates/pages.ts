import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/haul-rates/:rateId": { page: "haul-rate.tsx", beside: true },
  "/jobs/:jobId/haul-rates/:rateId/removal": { page: "haul-rate-removal.ts", bare: true },
  "/jobs/:jobId/haul-rates/new": { page: "new-haul-rate.tsx", beside: true },
  "/jobs/:jobId/product-rates/:rateId": { page: "product-rate.tsx", beside: true },
  "/jobs/:jobId/product-rates/:rateId/removal": { page: "product-rate-removal.ts", bare: true },
  "/jobs/:jobId/product-rates/new": { page: "new-product-rate.tsx", beside: true },
  "/jobs/:jobId/rates": { page: "rates.tsx" },
} satisfies Pages;
