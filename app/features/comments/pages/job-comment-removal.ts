import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { removeJobComment } from "~/features/comments/job-comments.server";
import { paths } from "~/web/paths";
import { postOnly } from "~/web/post-only.server";
import { idOf } from "~/web/respond.server";

export const loader = ({ params }: LoaderFunctionArgs) => redirect(paths.job(idOf(params.jobId), "comments"));

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params.jobId);
  return postOnly(removeJobComment, args, paths.job(id, "comments"), {
    job_id: id,
    comment_id: idOf(args.params.commentId),
  });
};

/** A refusal is shown as a page, so this is the route of one; done, it leads on. */
export default function Posted() {
  return null;
}
