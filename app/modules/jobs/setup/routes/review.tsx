import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addDoneParam } from "~/ui/done";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { createJobFromDraft } from "../data/create-job.server";
import { getReview } from "../data/review.server";
import { setJobTownship } from "../data/townships.server";
import { ReviewPage } from "../ui/review-page";

export const meta: MetaFunction = () => [{ title: "Review and create · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    page: await callProcedure(getReview, await createContext(args), {}),
    submission_id: createSubmissionId(),
  };
}

/**
 * A job requested by another of the user's companies isn't visible from this company, so switch to the other company
 * first.
 */
const create = (args: ActionFunctionArgs, form: FormData, next: (id: number) => string) =>
  submit(createJobFromDraft, args, {
    form,
    to: ({ id, here }) => addDoneParam(here ? next(id) : "/companies", "job-created"),
    sorry: "Sorry, something went wrong. Please try again.",
  });

export const action = (args: ActionFunctionArgs) =>
  dispatchIntent(
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
