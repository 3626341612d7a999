import type { Pages } from "~/web/page";
import { getFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/admin/not-sent": { page: "device-file.tsx", upload: getFormMegabytes("deviceFile") },
  "/outbox": { page: "outbox.tsx" },
  "/outbox/load": { page: "load.tsx" },
} satisfies Pages;
