import { type PostsOf, post } from "~/web/post.server";
import type { pages } from "./pages";
import { removeRoad } from "./roads.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/roads/:roadId/removal": post(removeRoad, { fixed: { job_id: "jobId", road_id: "roadId" } }),
};
