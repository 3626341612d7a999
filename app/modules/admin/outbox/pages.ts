import type { Pages } from "~/web/page";

export const pages = {
  "/admin/outbox": { page: "outbox.tsx" },
} satisfies Pages;
