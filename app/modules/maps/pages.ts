import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/jobs/:jobId/map": {
    page: "map.tsx",
    section: { tab: "Map", label: "Map", place: 40, door: "map" },
  },
  "/jobs/:jobId/map/edit": { page: "map-edit.tsx", upload: getMaxFormMegabytes("areas"), hydrate: true },
  "/map": {
    page: "whole-map.tsx",
    menu: { label: "Map", place: 70, icon: "map" },
  },
} satisfies Pages;
