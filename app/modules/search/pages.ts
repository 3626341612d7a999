import type { Pages } from "~/web/page";

export const pages = {
  "/find": { page: "find.tsx" },
} satisfies Pages;
