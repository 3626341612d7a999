import { definePost, type PostsByAddress } from "~/web/post.server";
import { removeRoad } from "./data/roads.server";
import type { pages } from "./pages";

/** Form actions of this feature for forms on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/roads/:roadId/removal": definePost(removeRoad, {
    fixed: { job_id: "jobId", road_id: "roadId" },
  }),
};
