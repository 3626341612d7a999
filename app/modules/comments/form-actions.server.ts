import { type PostsByAddress, post } from "~/web/post.server";
import { removeComment } from "./data/comments.server";
import { removeJobComment } from "./data/job-comments.server";
import type { pages } from "./pages";

/** Small forms of this feature that are on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/comments/:commentId/removal": post(removeJobComment, {
    fixed: { job_id: "jobId", comment_id: "commentId" },
  }),
  "/trip-tickets/:ticketId/comments/:commentId/removal": post(removeComment, {
    fixed: { trip_ticket_id: "ticketId", comment_id: "commentId" },
    to: (_, { back }) => `${back}#comments`,
  }),
};
