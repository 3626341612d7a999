import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/checks": {
    page: "checks.tsx",
    section: { tab: "Work", label: "Checks", place: 30, door: "loads" },
  },
} satisfies Pages;
