import { definePost, type PostsByAddress } from "~/web/post.server";
import { removeJobDestination } from "./data/destination-change.server";
import type { pages } from "./pages";
import { setJobStatus } from "./shared/update.server";

/** Small forms of this feature that are on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/destinations/:jobDestinationId/removal": definePost(removeJobDestination, {
    fixed: { job_id: "jobId", job_destination_id: "jobDestinationId" },
  }),
  "/jobs/:jobId/status": definePost(setJobStatus, { fixed: { id: "jobId" } }),
};
