import { type PostsByAddress, post } from "~/web/post.server";
import { removeRoad } from "./data/roads.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/roads/:roadId/removal": post(removeRoad, { fixed: { job_id: "jobId", road_id: "roadId" } }),
};
