import type { Pages } from "~/web/page";

export const pages = {
  "/trip-tickets/selection": { page: "selection.tsx", frame: "frame.tsx" },
  "/trip-tickets/selection/all": { post: "/trip-tickets" },
  "/trip-tickets/selection/clearing": { post: "/trip-tickets" },
} satisfies Pages;
