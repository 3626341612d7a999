import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/eudr": { page: "eudr.tsx", beside: true },
  "/jobs/:jobId/eudr/file": { page: "eudr-file.ts", bare: true },
} satisfies Pages;
