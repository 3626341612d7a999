import { type PostsOf, post } from "~/web/post.server";
import { removeHaulRate, removeProductRate } from "./change.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/haul-rates/:rateId/removal": post(removeHaulRate, {
    fixed: { job_id: "jobId", rate_id: "rateId" },
  }),
  "/jobs/:jobId/product-rates/:rateId/removal": post(removeProductRate, {
    fixed: { job_id: "jobId", rate_id: "rateId" },
  }),
};
