import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/admin/not-sent": { page: "device-file.tsx", upload: getMaxFormMegabytes("deviceFile") },
  "/outbox": { page: "outbox.tsx" },
  "/outbox/load": { page: "load.tsx" },
} satisfies Pages;
