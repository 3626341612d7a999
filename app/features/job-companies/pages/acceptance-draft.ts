import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { saveAcceptance } from "~/features/job-companies/invitations.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "accept"));

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params.jobId);
  return postOnly(saveAcceptance, args, `${paths.job(id, "accept")}?kept=1`, { id });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
