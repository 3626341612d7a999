import type { Pages } from "~/web/page";

export const pages = {
  "/admin/joins": { page: "joins.tsx" },
} satisfies Pages;
