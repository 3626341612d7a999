import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { rejectJoinRequest } from "~/features/people/join-requests.server";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = () => redirect("/company/people");
export const action = (args: ActionFunctionArgs) =>
  postOnly(
    rejectJoinRequest,
    args,
    "/company/people",
    { request_id: idOf(args.params.requestId) },
    "Failed to reject crew member request",
  );

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
