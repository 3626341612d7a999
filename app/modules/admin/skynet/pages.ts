import type { Pages } from "~/web/page";

export const pages = {
  "/admin/charts": { page: "charts.tsx" },
} satisfies Pages;
