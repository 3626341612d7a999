import { definePost, type PostsByAddress } from "~/web/post.server";
import { saveAcceptance, setJobCrews } from "./data/invitations.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/jobs/:jobId/acceptance-draft": definePost(saveAcceptance, {
    fixed: { id: "jobId" },
    to: (_, { back }) => `${back}?kept=1`,
  }),
  "/jobs/:jobId/crews": definePost(setJobCrews, { fixed: { job_id: "jobId" } }),
};
