import { enabledChannels } from "~/core/outbox/channels.server";
import { type PostsOf, post } from "~/web/post.server";
import { sendEmailCheck, sendPhoneCode } from "./contact-checks.server";
import { revokeInvite } from "./invites.server";
import { rejectJoinRequest } from "./join-requests.server";
import type { pages } from "./pages";
import { removeAvatar } from "./people-seen.server";
import { endOwnSession, setTimeZone } from "./profile.server";

/** The small forms of this noun that stand on other pages. */
export const posts: PostsOf<typeof pages> = {
  "/company/invitations": post(revokeInvite),
  "/company/requests/:requestId/rejection": post(rejectJoinRequest, {
    fixed: { request_id: "requestId" },
    sorry: "Failed to reject crew member request",
  }),
  "/profile/avatar-removal": post(removeAvatar, { to: "/profile?done=profile-updated" }),
  "/profile/email-check": post(sendEmailCheck, {
    to: () => `/profile?done=${enabledChannels().mail ? "email-sent" : "email-kept"}`,
  }),
  "/profile/phone-code": post(sendPhoneCode, { to: "/profile/phone?done=code-sent" }),
  "/profile/sessions": post(endOwnSession),
  "/profile/time-zone": post(setTimeZone),
};
