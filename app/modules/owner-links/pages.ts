import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/owner": {
    page: "owner.tsx",
    section: { tab: "People", label: "Land owner", place: 92, door: "owner" },
  },
  "/jobs/:jobId/owner/clock": { page: "clock.tsx" },
  "/jobs/:jobId/owner/links": { listed: "/jobs/:jobId/owner" },
  "/jobs/:jobId/owner/links/:linkId": { listed: "/jobs/:jobId/owner" },
  "/jobs/:jobId/owner/links/:linkId/removal": { page: "link-removal.tsx" },
  "/jobs/:jobId/owner/links/new": { page: "new-link.tsx" },
  "/jobs/:jobId/owner/report": { page: "report.tsx", bare: true },
  "/jobs/:jobId/owner/reports": { listed: "/jobs/:jobId/owner" },
  "/jobs/:jobId/owner/reports/new": { page: "new-report.tsx" },
  "/owner": { page: "code.tsx", bare: true },
  "/owner/:code": { page: "loads.tsx", bare: true },
  "/owner/:code/file": { page: "loads-file.ts", bare: true },
  "/owner/:code/report": { page: "loads-report.tsx", bare: true },
} satisfies Pages;
