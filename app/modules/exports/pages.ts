import type { Pages } from "~/web/page";

export const pages = {
  "/trip-tickets/export": { page: "export.tsx", frame: "frame.tsx" },
  "/trip-tickets/export/file": { page: "export-file.ts", bare: true },
  "/trip-tickets/export/templates": { listed: "/trip-tickets/export" },
  "/trip-tickets/export/templates/:type": { page: "export-template.tsx" },
  "/trip-tickets/export/templates/:type/reset": { post: "/trip-tickets/export/templates/:type" },
  "/trip-tickets/exports": { listed: "/trip-tickets/export" },
  "/trip-tickets/exports/:runId": { page: "run.tsx" },
  "/trip-tickets/exports/:runId/file": { page: "run-file.ts", bare: true },
} satisfies Pages;
