import type { Pages } from "~/web/page";

export const pages = {
  "/trip-tickets/selection": { page: "selection.tsx" },
  "/trip-tickets/selection/all": { page: "selection-all.ts", bare: true },
  "/trip-tickets/selection/clearing": { page: "selection-clearing.ts", bare: true },
} satisfies Pages;
