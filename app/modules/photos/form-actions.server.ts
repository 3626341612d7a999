import { type PostsByAddress, post } from "~/web/post.server";
import { removeJobPhoto } from "./data/job-photos.server";
import type { pages } from "./pages";

/** Small forms of this noun on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/photos/:photoId/removal": post(removeJobPhoto, {
    fixed: { job_id: "jobId", photo_id: "photoId" },
  }),
};
