import type { Pages } from "~/web/page";

export const pages = {
  "/company/second-factor": {
    page: "company.tsx",
    tab: { label: "Second factor", place: 92, reads: "admin" },
  },
  "/login/code": { page: "code.tsx", bare: true },
  "/profile/second-factor": { page: "own.tsx" },
  "/profile/second-factor/removal": { page: "removal.tsx" },
} satisfies Pages;
