import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { withdrawJoinRequest } from "~/features/people/join-requests.server";
import { postOnly } from "~/web/post-only.server";

const BACK = "/onboarding/join-company";
export const loader = () => redirect(BACK);
export const action = (args: ActionFunctionArgs) => postOnly(withdrawJoinRequest, args, BACK);

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
