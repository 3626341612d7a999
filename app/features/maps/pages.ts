import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/map": {
    page: "map.tsx",
    hydrate: true,
    section: { tab: "Map", label: "Map", place: 40, door: "map" },
  },
  "/jobs/:jobId/map/edit": { page: "map-edit.tsx", upload: 12, hydrate: true },
  "/map": {
    page: "whole-map.tsx",
    hydrate: true,
    menu: { label: "Map", place: 70, icon: "map" },
  },
} satisfies Pages;
