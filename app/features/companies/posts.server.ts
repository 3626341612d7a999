import { stagePath } from "~/domain/people/onboarding";
import { withdrawJoinRequest } from "~/features/people/join-requests.server";
import { type PostsOf, post } from "~/web/post.server";
import { undoPreset } from "./crew-preset.server";
import { removeLogo } from "./logo.server";
import { finishOnboarding, startCompany, stepBack } from "./onboarding.server";
import type { pages } from "./pages";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/company/crews/:crewId/preset-undo": post(undoPreset, {
    fixed: { crew_id: "crewId" },
    to: ({ crew_id }) => `/company/permissions?crew=${crew_id}&saved`,
    sorry: "Sorry, an error occurred while updating permissions. Please try again.",
  }),
  "/company/logo-removal": post(removeLogo, { to: "/company?done=company-updated" }),
  "/onboarding/back": post(stepBack, { to: ({ stage }) => stagePath(stage) }),
  "/onboarding/finish": post(finishOnboarding, { to: "/welcome" }),
  "/onboarding/start": post(startCompany, { to: ({ stage }) => stagePath(stage) }),
  "/onboarding/withdrawal": post(withdrawJoinRequest),
};
