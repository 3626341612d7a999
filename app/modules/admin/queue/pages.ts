import type { Pages } from "~/web/page";

export const pages = {
  "/admin/work": { page: "work.tsx" },
} satisfies Pages;
