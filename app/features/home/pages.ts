import type { Pages } from "~/web/page";

export const pages = {
  "/": { page: "dashboard.tsx" },
  "/more": { page: "more.tsx" },
} satisfies Pages;
