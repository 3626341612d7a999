import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/landings": { listed: "/jobs/:jobId/landing" },
  "/jobs/:jobId/inventory": { listed: "/jobs/:jobId/landing" },
  "/jobs/:jobId/destinations/:jobDestinationId/inventory": {
    page: "destination-inventory.tsx",
  },
  "/jobs/:jobId/destinations/:jobDestinationId/inventory/deletion": {
    page: "destination-inventory-deletion.tsx",
  },
  "/jobs/:jobId/inventory-unit": { post: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/inventory/:inventoryId": { page: "inventory.tsx", frame: true },
  "/jobs/:jobId/inventory/:inventoryId/deletion": { page: "inventory-deletion.tsx" },
  "/jobs/:jobId/landing": {
    page: "landing-info.tsx",
    section: { tab: "Work", label: "Landing", place: 20, door: "inventory" },
  },
  "/jobs/:jobId/landings/:landingId": { page: "landing.tsx", frame: true, hydrate: true },
  "/jobs/:jobId/landings/:landingId/inventory": { page: "landing-inventory.tsx" },
  "/jobs/:jobId/landings/new": { page: "new-landing.tsx", hydrate: true },
} satisfies Pages;
