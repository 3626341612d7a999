import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { setTimeZone } from "~/features/people/profile.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/profile");
export const action = (args: ActionFunctionArgs) => postOnly(setTimeZone, args, "/profile");

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
