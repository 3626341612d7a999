import { definePost, type PostsByAddress } from "~/web/post.server";
import { removeJobFile } from "./data/job-files.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/files/:fileId/removal": definePost(removeJobFile, {
    fixed: { job_id: "jobId", file_id: "fileId" },
  }),
};
