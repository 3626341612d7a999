import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { Notice, PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteJob, getJobDeletion } from "../shared/update.server";

export const meta: MetaFunction = () => [{ title: "Delete job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job = await callProcedure(getJobDeletion, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { job, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(deleteJob, args, {
    fixed: { id: parseId(args.params.jobId) },
    to: () => "/jobs?done=job-deleted",
  });
}

export default function JobDeletion() {
  const { job, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead
        title={`Delete ${job.name}`}
        lede={`It's removed from every company's list for good. Its history is kept. ${
          job.waiting
            ? `${formatCount(job.waiting, "waiting load is", "waiting loads are")} cancelled with it.`
            : ""
        }`}
      />
      {job.under_way ? (
        <>
          <Notice tone="warn">
            <p>
              {formatCount(job.under_way, "load is", "loads are")} claimed, in transit or paused. You can
              delete the job once they're done, or deactivate it now.
            </p>
          </Notice>
          <p>
            <a href={paths.job(job.id)}>Back to job</a>
          </p>
        </>
      ) : (
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          version={job.version}
          button={`Delete ${job.name}`}
          back={{ href: paths.job(job.id), label: "Keep it" }}
          danger
        />
      )}
    </div>
  );
}
