import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/roads": { page: "roads.tsx" },
  "/jobs/:jobId/roads/:roadId": { page: "road.tsx", hydrate: true },
  "/jobs/:jobId/roads/:roadId/removal": { post: "/jobs/:jobId/roads" },
  "/jobs/:jobId/roads/new": { page: "new-road.tsx", hydrate: true },
} satisfies Pages;
