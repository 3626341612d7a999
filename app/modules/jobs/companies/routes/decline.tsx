import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageHead } from "~/ui/parts";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { declineJob, getDeclineForm } from "../data/invitations.server";

export const meta: MetaFunction = () => [{ title: "Decline job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const job = await callProcedure(getDeclineForm, await createContext(args), {
    id: parseId(args.params.jobId),
  });
  return { job, submission_id: createSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  return submit(declineJob, args, {
    fixed: { id: parseId(args.params.jobId) },
    to: () => "/jobs?done=job-declined",
  });
}

export default function DeclineJob() {
  const { job, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow">
      <PageHead
        title={`Decline ${job.name}`}
        lede={`Your company (${job.roles}) won't see the job any longer. It keeps the tickets that name it. ${job.requester} is notified. You don't have to give a reason.`}
      />
      <ConfirmForm
        result={result}
        submissionId={submission_id}
        button={`Decline ${job.name}`}
        back={{ href: paths.job(job.id, "accept"), label: "Back to the invitation" }}
        danger
      />
    </div>
  );
}
