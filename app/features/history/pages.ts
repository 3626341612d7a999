import type { Pages } from "~/web/page";

export const pages = {
  "/company/history": { page: "company-history.tsx" },
} satisfies Pages;
