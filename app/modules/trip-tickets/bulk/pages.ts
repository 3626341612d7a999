import type { Pages } from "~/web/page";

export const pages = {
  "/trip-tickets/bulk": { listed: "/trip-tickets/selection" },
  "/trip-tickets/bulk/:runId": { page: "run.tsx" },
  "/trip-tickets/selection/hauler": { post: "/trip-tickets" },
  "/trip-tickets/selection/:act": { page: "selection-act.tsx" },
} satisfies Pages;
