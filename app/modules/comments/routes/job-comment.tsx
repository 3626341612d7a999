import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnJobComment, updateJobComment } from "../data/job-comments.server";
import { OwnCommentForm } from "../ui/own-comment";

export const meta: MetaFunction = () => [{ title: "Edit comment · Timbertally" }];

const namedBy = (params: LoaderFunctionArgs["params"]) => ({
  job_id: parseId(params.jobId),
  comment_id: parseId(params.commentId),
});

export async function loader(args: LoaderFunctionArgs) {
  const comment = await callProcedure(getOwnJobComment, await createContext(args), namedBy(args.params));
  return { comment, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/comments/:commentId": () => "Edit",
});

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
    <OwnCommentForm
      comment={comment}
      result={result}
      submissionId={submission_id}
      removal={`${back}/${comment.id}/removal`}
      back={{ href: back, label: "Back to comments" }}
    />
  );
}
