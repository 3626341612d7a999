import type { Pages } from "~/web/page";

export const pages = {
  "/production": { page: "production.tsx" },
  "/production/file": { page: "production-file.ts", bare: true },
} satisfies Pages;
