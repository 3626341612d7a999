import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { stagePath } from "~/domain/people/onboarding";
import { stepBack } from "~/features/companies/onboarding.server";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect("/onboarding");
export const action = (args: ActionFunctionArgs) => postOnly(stepBack, args, ({ stage }) => stagePath(stage));

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
