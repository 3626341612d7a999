import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeAvatar } from "~/features/people/people-seen.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/profile/avatar");
export const action = (args: ActionFunctionArgs) =>
  postOnly(removeAvatar, args, "/profile?done=profile-updated");

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
