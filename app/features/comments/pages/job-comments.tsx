import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addJobComment, COMMENTS_PAGE_SIZE, getJobComments } from "~/features/comments/job-comments.server";
import { pageOf } from "~/features/jobs/page-of";
import { CommentForm } from "~/ui/comment-form";
import { Pagination } from "~/ui/pagination";
import { DetailBox, Time } from "~/ui/parts";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  const found = await call(getJobComments, await context(args), { id, page: pageOf(args.request.url) });
  return { ...found, pageSize: COMMENTS_PAGE_SIZE, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(addJobComment, args, { fixed: { job_id }, to: () => paths.job(job_id, "comments") });
}

export default function Comments() {
  const c = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <DetailBox title="Comments" full>
        {c.comments.length ? (
          <ol className="timeline">
            {c.comments.map((one) => (
              <li key={one.id}>
                <p>{one.content}</p>
                <span className="soft small">
                  <Time {...one.when} /> · {one.who}, {one.company}
                  {one.edited ? " · edited" : ""}
                </span>{" "}
                {one.mine ? (
                  <a className="small" href={paths.job(c.id, `comments/${one.id}`)}>
                    Edit or remove
                  </a>
                ) : null}
              </li>
            ))}
          </ol>
        ) : (
          <p className="soft">No comments yet.</p>
        )}
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
