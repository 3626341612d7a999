import type { Pages } from "~/web/page";

export const pages = {
  "/outbox": { page: "outbox.tsx" },
} satisfies Pages;
