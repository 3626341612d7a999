import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/jobs/:jobId/files": {
    page: "files.tsx",
    upload: getMaxFormMegabytes("mp4"),
    section: { tab: "Papers", label: "Files", place: 110, door: "files" },
  },
  "/jobs/:jobId/files/:fileId": { page: "file.ts", bare: true },
  "/jobs/:jobId/files/:fileId/removal": { post: "/jobs/:jobId/files" },
} satisfies Pages;
