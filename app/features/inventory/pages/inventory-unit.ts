import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { setInventoryUnit } from "~/features/inventory/units.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "sorts"));

/** Back to the page that it was chosen on: the landing's where `?at=landing`, else the sorts'. */
export const action = (args: ActionFunctionArgs) => {
  const at = new URL(args.request.url).searchParams.get("at") === "landing" ? "landing" : "sorts";
  return postOnly(setInventoryUnit, args, paths.job(idOf(args.params.jobId), at));
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
