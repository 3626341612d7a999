import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeJobPhoto } from "~/features/photos/job-photos.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "photos"));

export const action = (args: ActionFunctionArgs) => {
  const job_id = idOf(args.params.jobId);
  return postOnly(removeJobPhoto, args, paths.job(job_id, "photos"), {
    job_id,
    photo_id: idOf(args.params.photoId),
  });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
