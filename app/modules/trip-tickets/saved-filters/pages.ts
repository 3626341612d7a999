import type { Pages } from "~/web/page";

export const pages = {
  "/trip-tickets/filters": { page: "filters.tsx", frame: "frame.tsx" },
  "/trip-tickets/filters/:filterId/deletion": { page: "filter-deletion.tsx" },
} satisfies Pages;
