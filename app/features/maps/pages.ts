import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/map": {
    page: "map.tsx",
    hydrate: true,
    section: { tab: "Map", label: "Map", place: 40, door: "map" },
  },
  "/jobs/:jobId/map/edit": { page: "map-edit.tsx", upload: 12, hydrate: true },
} satisfies Pages;
