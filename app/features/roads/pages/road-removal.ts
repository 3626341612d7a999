import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeRoad } from "~/features/roads/roads.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "roads"));

export const action = (args: ActionFunctionArgs) => {
  const job_id = idOf(args.params.jobId);
  return postOnly(removeRoad, args, paths.job(job_id, "roads"), {
    job_id,
    road_id: idOf(args.params.roadId),
  });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
