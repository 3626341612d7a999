import type { Pages } from "~/web/page";

export const pages = {
  "/jobs": {
    page: "jobs.tsx",
    menu: { label: "Jobs", place: 20, icon: "jobs", reads: "job", counts: "setup" },
  },
  "/jobs/:jobId": {
    page: "job.tsx",
    frame: "frame.tsx",
    section: { tab: "Work", label: "Overview", place: 10, door: "read" },
  },
  "/jobs/:jobId/contract-volumes": { page: "contract-volumes.tsx" },
  "/jobs/:jobId/deletion": { page: "deletion.tsx" },
  "/jobs/:jobId/destinations": { listed: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/destinations/:jobDestinationId": { page: "destination.tsx", frame: true },
  "/jobs/:jobId/destinations/:jobDestinationId/removal": { post: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/destinations/new": { page: "new-destination.tsx" },
  "/jobs/:jobId/edit": { page: "edit.tsx" },
  "/jobs/:jobId/history": {
    page: "history.tsx",
    section: { tab: "Papers", label: "History", place: 140, door: "history" },
  },
  "/jobs/:jobId/location": { page: "location.tsx" },
  "/jobs/:jobId/products": { listed: "/jobs/:jobId/sorts" },
  "/jobs/:jobId/products/:product/deletion": { page: "product-deletion.tsx" },
  "/jobs/:jobId/products/new": { page: "new-product.tsx" },
  "/jobs/:jobId/sorts": {
    page: "sorts.tsx",
    section: { tab: "Sorts and rates", label: "Sorts", place: 60, door: "sorts" },
  },
  "/jobs/:jobId/status": { post: "/jobs/:jobId" },
} satisfies Pages;
