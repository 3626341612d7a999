import type { Pages } from "~/web/page";

export const pages = {
  "/outbox": { page: "outbox.tsx" },
  "/outbox/load": { page: "load.tsx" },
} satisfies Pages;
