import type { Pages } from "~/web/page";

export const pages = {
  "/company/history": {
    page: "company-history.tsx",
    tab: { label: "History", place: 70, reads: "crew_member" },
  },
} satisfies Pages;
