import { getEnabledChannels } from "~/lib/mail/channels.server";
import { type PostsByAddress, post } from "~/web/post.server";
import { sendEmailCheck, sendPhoneCode } from "./data/contact-checks.server";
import { revokeInvite } from "./data/invites.server";
import { removeAvatar } from "./data/people-seen.server";
import type { pages } from "./pages";
import { rejectJoinRequest } from "./shared/join-requests.server";
import { endOwnSession, setTimeZone } from "./shared/profile.server";

/** Small forms of this noun on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/invitations": post(revokeInvite),
  "/company/requests/:requestId/rejection": post(rejectJoinRequest, {
    fixed: { request_id: "requestId" },
    sorry: "Failed to reject crew member request",
  }),
  "/profile/avatar-removal": post(removeAvatar, { to: "/profile?done=profile-updated" }),
  "/profile/email-check": post(sendEmailCheck, {
    to: () => `/profile?done=${getEnabledChannels().mail ? "email-sent" : "email-kept"}`,
  }),
  "/profile/phone-code": post(sendPhoneCode, { to: "/profile/phone?done=code-sent" }),
  "/profile/sessions": post(endOwnSession),
  "/profile/time-zone": post(setTimeZone),
};
