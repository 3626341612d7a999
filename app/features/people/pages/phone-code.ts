import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { sendPhoneCode } from "~/features/people/contact-checks.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/profile/phone");
export const action = (args: ActionFunctionArgs) =>
  postOnly(sendPhoneCode, args, "/profile/phone?done=code-sent");

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
