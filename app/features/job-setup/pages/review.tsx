import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createJobFromDraft } from "~/features/job-setup/create-job.server";
import { getReview } from "~/features/job-setup/review.server";
import { ReviewPage } from "~/features/job-setup/review-page";
import { setJobTownship } from "~/features/job-setup/townships.server";
import { withDone } from "~/ui/done";
import { byIntent } from "~/web/by-intent.server";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Review and create · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return { page: await call(getReview, await context(args), {}), submission_id: newSubmissionId() };
}

/** A job that another of one's companies requests is not seen from this one: its company is chosen first. */
const create = (args: ActionFunctionArgs, form: FormData, next: (id: number) => string) =>
  submit(createJobFromDraft, args, {
    form,
    to: ({ id, here }) => withDone(here ? next(id) : "/companies", "job-created"),
    sorry: "Sorry, something went wrong. Please try again.",
  });

export const action = (args: ActionFunctionArgs) =>
  byIntent(
    args,
    {
      create: (form) => create(args, form, paths.job),
      "create-and-load": (form) => create(args, form, paths.newTicket),
      "use-land": (form) => submit(setJobTownship, args, { form, to: () => "/jobs/create/review" }),
    },
    "create",
  );

export default function Review() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ReviewPage page={page} result={result} submissionId={submission_id} />;
}
