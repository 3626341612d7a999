import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { setJobCrews } from "~/features/job-companies/invitations.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(paths.job(idOf(params.jobId), "companies"));

export const action = (args: ActionFunctionArgs) => {
  const job_id = idOf(args.params.jobId);
  return postOnly(setJobCrews, args, paths.job(job_id, "companies"), { job_id });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
