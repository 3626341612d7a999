import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/destinations/:jobDestinationId/inventory": {
    page: "destination-inventory.tsx",
    beside: true,
  },
  "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion": {
    page: "destination-inventory-deletion.tsx",
    beside: true,
  },
  "/jobs/:jobId/inventory-unit": { page: "inventory-unit.ts", bare: true },
  "/jobs/:jobId/inventory/:inventoryId": { page: "inventory.tsx", beside: true },
  "/jobs/:jobId/inventory/:inventoryId/deletion": { page: "inventory-deletion.tsx", beside: true },
  "/jobs/:jobId/landing": { page: "landing-info.tsx" },
  "/jobs/:jobId/landings/:landingId": { page: "landing.tsx", beside: true },
  "/jobs/:jobId/landings/:landingId/inventory": { page: "landing-inventory.tsx", beside: true },
  "/jobs/:jobId/landings/new": { page: "new-landing.tsx", beside: true },
} satisfies Pages;
