import type { Pages } from "~/web/page";

export const pages = {
  "/jobs": { page: "jobs.tsx" },
  "/jobs/:jobId": { page: "job.tsx", frame: "frame.tsx" },
  "/jobs/:jobId/contract-volumes": { page: "contract-volumes.tsx" },
  "/jobs/:jobId/deletion": { page: "deletion.tsx" },
  "/jobs/:jobId/destinations": { listed: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/destinations/:jobDestinationId": { page: "destination.tsx", frame: true },
  "/jobs/:jobId/destinations/:jobDestinationId/removal": { post: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/destinations/new": { page: "new-destination.tsx" },
  "/jobs/:jobId/edit": { page: "edit.tsx" },
  "/jobs/:jobId/history": { page: "history.tsx" },
  "/jobs/:jobId/location": { page: "location.tsx" },
  "/jobs/:jobId/products": { listed: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/products/:product/deletion": { page: "product-deletion.tsx" },
  "/jobs/:jobId/products/new": { page: "new-product.tsx" },
  "/jobs/:jobId/sorts": { page: "sorts.tsx" },
  "/jobs/:jobId/status": { post: "/jobs/:jobId" },
} satisfies Pages;
