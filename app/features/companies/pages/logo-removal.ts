import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeLogo } from "~/features/companies/logo.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/company/logo");
export const action = (args: ActionFunctionArgs) =>
  postOnly(removeLogo, args, "/company?done=company-updated");

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
