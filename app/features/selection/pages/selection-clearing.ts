import type { ActionFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { clearPicked } from "~/features/selection/selection.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";

export const loader = () => redirect(paths.tickets);

export const action = (args: ActionFunctionArgs) =>
  postOnly(clearPicked, args, ({ back }) => paths.ticketList(back));

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
