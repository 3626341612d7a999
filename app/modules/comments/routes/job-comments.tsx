import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { CommentForm } from "~/ui/comment-form";
import { Pagination } from "~/ui/pagination";
import { DetailBox } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobComment, COMMENTS_PAGE_SIZE, getJobComments } from "../data/job-comments.server";
import { CommentList } from "../shared/comment-list";

export async function loader(args: LoaderFunctionArgs) {
  const id = parseId(args.params.jobId);
  const jobComments = await callProcedure(getJobComments, await createContext(args), {
    id,
    page: parsePage(args.request.url),
  });
  return { ...jobComments, pageSize: COMMENTS_PAGE_SIZE, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(addJobComment, args, { fixed: { job_id }, to: () => paths.job(job_id, "comments") });
}

export default function Comments() {
  const c = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <DetailBox title="Comments" full>
        <CommentList
          comments={c.comments}
          canEdit
          pageHref={(id) => paths.job(c.id, `comments/${id}`)}
          none="No comments yet."
        />
        {c.may_add ? (
          <CommentForm
            result={result}
            submissionId={result?.submission_id ?? c.submission_id}
            button="Add comment"
          />
        ) : null}
      </DetailBox>
      {c.total > c.pageSize ? (
        <Pagination
          pathname={paths.job(c.id, "comments")}
          query=""
          page={c.page}
          pageSize={c.pageSize}
          total={c.total}
          noun="comment"
        />
      ) : null}
    </>
  );
}
