import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getOwnJobComment, updateJobComment } from "~/features/comments/job-comments.server";
import { OwnComment } from "~/features/comments/own-comment";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit comment · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: idOf(params.jobId),
  comment_id: idOf(params.commentId),
});

export async function loader(args: LoaderFunctionArgs) {
  const comment = await call(getOwnJobComment, await context(args), namedBy(args.params));
  return { comment, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({ "/jobs/:jobId/comments/:commentId": () => "Edit" });

export async function action(args: ActionFunctionArgs) {
  return submit(updateJobComment, args, {
    fixed: namedBy(args.params),
    to: ({ id }) => paths.job(id, "comments"),
  });
}

export default function EditComment() {
  const { comment, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = paths.job(comment.job_id, "comments");
  return (
    <OwnComment
      comment={comment}
      result={result}
      submissionId={submission_id}
      removal={`${back}/${comment.id}/removal`}
      back={{ href: back, label: "Back to comments" }}
    />
  );
}
