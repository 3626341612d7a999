import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/haul-rates": { listed: "/jobs/:jobId/rates" },
  "/jobs/:jobId/haul-rates/:rateId": { page: "haul-rate.tsx", frame: true },
  "/jobs/:jobId/haul-rates/:rateId/removal": { page: "haul-rate-removal.tsx" },
  "/jobs/:jobId/haul-rates/new": { page: "new-haul-rate.tsx" },
  "/jobs/:jobId/product-rates": { listed: "/jobs/:jobId/rates" },
  "/jobs/:jobId/product-rates/:rateId": { page: "product-rate.tsx", frame: true },
  "/jobs/:jobId/product-rates/:rateId/removal": { page: "product-rate-removal.tsx" },
  "/jobs/:jobId/product-rates/new": { page: "new-product-rate.tsx" },
  "/jobs/:jobId/rates": {
    page: "rates.tsx",
    section: { tab: "Sorts and rates", label: "Rates", place: 70, door: "rates" },
  },
  "/settlements/rate-requests": { page: "rate-requests.tsx" },
} satisfies Pages;
