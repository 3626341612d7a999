import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/roads": {
    page: "roads.tsx",
    section: { tab: "Map", label: "Roads", place: 50, door: "roads" },
  },
  "/jobs/:jobId/roads/:roadId": { page: "road.tsx", hydrate: true },
  "/jobs/:jobId/roads/:roadId/removal": { post: "/jobs/:jobId/roads" },
  "/jobs/:jobId/roads/new": { page: "new-road.tsx", hydrate: true },
} satisfies Pages;
