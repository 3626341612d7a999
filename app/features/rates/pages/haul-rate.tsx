import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { updateHaulRate } from "~/features/rates/change.server";
import { RatePage } from "~/features/rates/rate-form";
import { getRateForm } from "~/features/rates/rates.server";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit rate · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const [id, rate_id] = [idOf(args.params.jobId), idOf(args.params.rateId)];
  const form = await call(getRateForm, await context(args), { id, kind: "haul", rate_id });
  return { id, rate_id, form, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/jobs/:jobId/haul-rates/:rateId": ({ form }) =>
    form.destinations.find((d) => String(d.value) === form.values.job_destination_id)?.label ?? "Rate",
});

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(updateHaulRate, args, {
    fixed: { job_id, rate_id: idOf(args.params.rateId), ask_first: "on" },
    blankIsNull: true,
    to: () => paths.job(job_id, "rates"),
  });
}

export default function EditRate() {
  const { id, rate_id, form, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RatePage form={form} job={id} rate={rate_id} result={result} submissionId={submission_id} />;
}
