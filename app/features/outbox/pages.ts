import type { Pages } from "~/web/page";

export const pages = {
  "/admin": { page: "admin.tsx", frame: "frame.tsx" },
  "/admin/outbox": { page: "outbox.tsx" },
} satisfies Pages;
