import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addHaulRate } from "~/features/rates/change.server";
import { RatePage } from "~/features/rates/rate-form";
import { getRateForm } from "~/features/rates/rates.server";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Add rate · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const id = idOf(args.params.jobId);
  const form = await call(getRateForm, await context(args), { id, kind: "haul" });
  return { id, form, submission_id: newSubmissionId() };
}

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(addHaulRate, args, {
    fixed: { job_id, ask_first: "on" },
    blankIsNull: true,
    to: () => paths.job(job_id, "rates"),
  });
}

export default function NewRate() {
  const { id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RatePage form={form} job={id} result={result} submissionId={submission_id} />;
}
