import { type PostsByAddress, post } from "~/web/post.server";
import { dropSettlementRun } from "./data/runs.server";
import type { pages } from "./pages";
import { createSettlementsTrial, dismissTrialOffer } from "./shared/start-trial.server";

export const posts: PostsByAddress<typeof pages> = {
  "/settlements/runs/:runId/dropping": post(dropSettlementRun, { fixed: { settlement_run_id: "runId" } }),
  "/settlements/trial": post(createSettlementsTrial),
  "/settlements/trial-offer": post(dismissTrialOffer, { to: (_, { request }) => wayBack(request) }),
};

/** Page on which the offer was answered: a path of this site, else settlements. */
function wayBack(request: Request): string {
  const from = request.headers.get("referer");
  if (!from || !URL.canParse(from)) return "/settlements";
  const { pathname, search, host } = new URL(from);
  return host === request.headers.get("host") ? `${pathname}${search}` : "/settlements";
}
