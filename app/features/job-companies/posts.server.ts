import { type PostsOf, post } from "~/web/post.server";
import { saveAcceptance, setJobCrews } from "./invitations.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/jobs/:jobId/acceptance-draft": post(saveAcceptance, {
    fixed: { id: "jobId" },
    to: (_, { back }) => `${back}?kept=1`,
  }),
  "/jobs/:jobId/crews": post(setJobCrews, { fixed: { job_id: "jobId" } }),
};
