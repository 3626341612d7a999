import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { enabledChannels } from "~/core/outbox/channels.server";
import { sendEmailCheck } from "~/features/people/contact-checks.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/profile");
export const action = (args: ActionFunctionArgs) =>
  postOnly(sendEmailCheck, args, `/profile?done=${enabledChannels().mail ? "email-sent" : "email-kept"}`);

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
