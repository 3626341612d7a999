import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/trip-tickets/imports": { page: "imports.tsx", upload: getMaxFormMegabytes("table") },
  "/trip-tickets/imports/:importId": { page: "import.tsx", frame: true },
  "/trip-tickets/imports/:importId/columns": { page: "import-columns.tsx" },
  "/trip-tickets/imports/:importId/removal": { page: "import-removal.tsx" },
  "/trip-tickets/imports/:importId/rows": {
    post: "/trip-tickets/imports/:importId",
    listed: "/trip-tickets/imports/:importId",
  },
  "/trip-tickets/imports/:importId/rows/:line": { page: "import-row.tsx" },
  "/trip-tickets/imports/:importId/saving": { post: "/trip-tickets/imports/:importId" },
  "/trip-tickets/imports/:importId/words": { post: "/trip-tickets/imports/:importId" },
} satisfies Pages;
