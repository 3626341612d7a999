import { getEnabledChannels } from "~/lib/mail/channels.server";
import { definePost, type PostsByAddress } from "~/web/post.server";
import { sendEmailCheck, sendPhoneCode } from "./data/contact-checks.server";
import { revokeInvite } from "./data/invites.server";
import { removeAvatar } from "./data/people-seen.server";
import type { pages } from "./pages";
import { rejectJoinRequest } from "./shared/join-requests.server";
import { endOwnSession, setTimeZone } from "./shared/profile.server";

/** Actions for people and crews that are posted by small forms on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/invitations": definePost(revokeInvite),
  "/company/requests/:requestId/rejection": definePost(rejectJoinRequest, {
    fixed: { request_id: "requestId" },
    sorry: "Failed to reject crew member request",
  }),
  "/profile/avatar-removal": definePost(removeAvatar, { to: "/profile?done=profile-updated" }),
  "/profile/email-check": definePost(sendEmailCheck, {
    to: () => `/profile?done=${getEnabledChannels().mail ? "email-sent" : "email-kept"}`,
  }),
  "/profile/phone-code": definePost(sendPhoneCode, { to: "/profile/phone?done=code-sent" }),
  "/profile/sessions": definePost(endOwnSession),
  "/profile/time-zone": definePost(setTimeZone),
};
