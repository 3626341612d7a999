import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { revokeInvite } from "~/features/people/invites.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/company/people");
export const action = (args: ActionFunctionArgs) => postOnly(revokeInvite, args, "/company/people");

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
