import { buildStagePath } from "~/modules/people/rules/onboarding";
import { withdrawJoinRequest } from "~/modules/people/shared/join-requests.server";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { undoPreset } from "./data/crew-preset.server";
import { removeLogo } from "./data/logo.server";
import { finishOnboarding, goToPreviousStage, startCompany } from "./data/onboarding.server";
import type { pages } from "./pages";

/** Form actions of this feature whose forms are on other features' pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/crews/:crewId/preset-undo": definePost(undoPreset, {
    fixed: { crew_id: "crewId" },
    to: ({ crew_id }) => `/company/permissions?crew=${crew_id}&saved`,
    sorry: "Sorry, an error occurred while updating permissions. Please try again.",
  }),
  "/company/logo-removal": definePost(removeLogo, { to: "/company?done=company-updated" }),
  "/onboarding/back": definePost(goToPreviousStage, { to: ({ stage }) => buildStagePath(stage) }),
  "/onboarding/finish": definePost(finishOnboarding, { to: "/welcome" }),
  "/onboarding/start": definePost(startCompany, { to: ({ stage }) => buildStagePath(stage) }),
  "/onboarding/withdrawal": definePost(withdrawJoinRequest),
};
