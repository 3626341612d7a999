import { type PostsOf, post } from "~/web/post.server";
import { removeJobPhoto } from "./job-photos.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/photos/:photoId/removal": post(removeJobPhoto, {
    fixed: { job_id: "jobId", photo_id: "photoId" },
  }),
};
