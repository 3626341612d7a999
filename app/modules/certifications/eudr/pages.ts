import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/eudr": { page: "eudr.tsx" },
  "/jobs/:jobId/eudr/file": { page: "eudr-file.ts", bare: true },
  "/jobs/:jobId/eudr/products": { page: "eudr-products.ts", bare: true },
} satisfies Pages;
