import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeJobFile } from "~/features/files/job-files.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "files"));

export const action = (args: ActionFunctionArgs) => {
  const job_id = idOf(args.params.jobId);
  return postOnly(removeJobFile, args, paths.job(job_id, "files"), {
    job_id,
    file_id: idOf(args.params.fileId),
  });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
