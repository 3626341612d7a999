import type { Pages } from "~/web/page";

export const pages = {
  "/admin/not-sent": { page: "device-file.tsx", upload: 17 },
  "/outbox": { page: "outbox.tsx" },
  "/outbox/load": { page: "load.tsx" },
} satisfies Pages;
