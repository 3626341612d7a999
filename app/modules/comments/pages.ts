import type { Pages } from "~/web/page";

export const pages = {
  "/jobs/:jobId/comments": {
    page: "job-comments.tsx",
    section: { tab: "People", label: "Comments", place: 100, door: "comments" },
  },
  "/jobs/:jobId/comments/:commentId": { page: "job-comment.tsx" },
  "/jobs/:jobId/comments/:commentId/removal": { post: "/jobs/:jobId/comments" },
  "/trip-tickets/:ticketId/comments": { page: "ticket-comments.tsx" },
  "/trip-tickets/:ticketId/comments/:commentId": { page: "ticket-comment.tsx" },
  "/trip-tickets/:ticketId/comments/:commentId/removal": { post: "/trip-tickets/:ticketId" },
} satisfies Pages;
