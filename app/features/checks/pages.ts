import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/checks": { page: "checks.tsx" },
} satisfies Pages;
