import { definePost, type PostsByAddress } from "~/web/post.server";
import { removeJobPhoto } from "./data/job-photos.server";
import type { pages } from "./pages";

/** Actions for photos that are posted by small forms on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/photos/:photoId/removal": definePost(removeJobPhoto, {
    fixed: { job_id: "jobId", photo_id: "photoId" },
  }),
};
