import { definePost, type PostsByAddress } from "~/web/post.server";
import { removeComment } from "./data/comments.server";
import { removeJobComment } from "./data/job-comments.server";
import type { pages } from "./pages";

/** Form actions of this feature whose forms are on other features' pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/comments/:commentId/removal": definePost(removeJobComment, {
    fixed: { job_id: "jobId", comment_id: "commentId" },
  }),
  "/trip-tickets/:ticketId/comments/:commentId/removal": definePost(removeComment, {
    fixed: { trip_ticket_id: "ticketId", comment_id: "commentId" },
    to: (_, { back }) => `${back}#comments`,
  }),
};
