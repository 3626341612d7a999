import { buildStagePath } from "~/modules/people/rules/onboarding";
import { withdrawJoinRequest } from "~/modules/people/shared/join-requests.server";
import { type PostsByAddress, post } from "~/web/post.server";
import { undoPreset } from "./data/crew-preset.server";
import { removeLogo } from "./data/logo.server";
import { finishOnboarding, startCompany, stepBack } from "./data/onboarding.server";
import type { pages } from "./pages";

/** Small forms of this feature that appear on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/crews/:crewId/preset-undo": post(undoPreset, {
    fixed: { crew_id: "crewId" },
    to: ({ crew_id }) => `/company/permissions?crew=${crew_id}&saved`,
    sorry: "Sorry, an error occurred while updating permissions. Please try again.",
  }),
  "/company/logo-removal": post(removeLogo, { to: "/company?done=company-updated" }),
  "/onboarding/back": post(stepBack, { to: ({ stage }) => buildStagePath(stage) }),
  "/onboarding/finish": post(finishOnboarding, { to: "/welcome" }),
  "/onboarding/start": post(startCompany, { to: ({ stage }) => buildStagePath(stage) }),
  "/onboarding/withdrawal": post(withdrawJoinRequest),
};
