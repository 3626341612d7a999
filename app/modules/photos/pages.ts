import type { Pages } from "~/web/page";
import { getMaxFormMegabytes } from "../../lib/files/file-sizes";

export const pages = {
  "/jobs/:jobId/photos": {
    page: "job-photos.tsx",
    upload: getMaxFormMegabytes("photo"),
    section: { tab: "Papers", label: "Photos", place: 120, door: "photos" },
  },
  "/jobs/:jobId/photos/:photoId": { page: "job-photo.tsx" },
  "/jobs/:jobId/photos/:photoId/image": { page: "job-photo-image.ts", bare: true },
  "/jobs/:jobId/photos/:photoId/removal": { post: "/jobs/:jobId/photos" },
  "/trip-tickets/:ticketId/photos": { page: "ticket-photos.tsx", upload: getMaxFormMegabytes("photo") },
  "/trip-tickets/:ticketId/photos/:photoId": { page: "ticket-photo.tsx" },
  "/trip-tickets/:ticketId/photos/:photoId/image": { page: "ticket-photo-image.ts", bare: true },
} satisfies Pages;
