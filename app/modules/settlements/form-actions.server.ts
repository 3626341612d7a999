import { definePost, type PostsByAddress } from "~/web/post.server";
import { dropSettlementRun } from "./data/runs.server";
import type { pages } from "./pages";
import { createSettlementsTrial, dismissTrialOffer } from "./shared/start-trial.server";

export const posts: PostsByAddress<typeof pages> = {
  "/settlements/runs/:runId/dropping": definePost(dropSettlementRun, {
    fixed: { settlement_run_id: "runId" },
  }),
  "/settlements/trial": definePost(createSettlementsTrial),
  "/settlements/trial-offer": definePost(dismissTrialOffer, { to: (_, { request }) => wayBack(request) }),
};

/**
 * Return the path of the page that showed the trial offer, from the referrer; the settlements page if the referrer
 * isn't on this site.
 */
function wayBack(request: Request): string {
  const from = request.headers.get("referer");
  if (!from || !URL.canParse(from)) return "/settlements";
  const { pathname, search, host } = new URL(from);
  return host === request.headers.get("host") ? `${pathname}${search}` : "/settlements";
}
