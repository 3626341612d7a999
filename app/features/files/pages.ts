import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/files": {
    page: "files.tsx",
    upload: 101,
    section: { tab: "Papers", label: "Files", place: 110, door: "files" },
  },
  "/jobs/:jobId/files/:fileId": { page: "file.ts", bare: true },
  "/jobs/:jobId/files/:fileId/removal": { post: "/jobs/:jobId/files" },
} satisfies Pages;
