import { type PostsOf, post } from "~/web/post.server";
import { removeJobFile } from "./job-files.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/files/:fileId/removal": post(removeJobFile, {
    fixed: { job_id: "jobId", file_id: "fileId" },
  }),
};
