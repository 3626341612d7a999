import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RateRemoval } from "~/features/rates/rate-removal";
import { getRateRemoval, removeHaulRate } from "~/features/rates/removal.server";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Remove a rate · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const of = { job_id: idOf(args.params.jobId), rate_id: idOf(args.params.rateId) };
  const rate = await call(getRateRemoval, await context(args), { ...of, kind: "haul" });
  return { rate, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/jobs/:jobId/haul-rates/:rateId": ({ rate }) => rate.name,
});

export async function action(args: ActionFunctionArgs) {
  const job_id = idOf(args.params.jobId);
  return submit(removeHaulRate, args, {
    fixed: { job_id, rate_id: idOf(args.params.rateId), ask_first: "on" },
    to: () => paths.job(job_id, "rates"),
  });
}

export default function RemoveHaulRate() {
  const { rate, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RateRemoval kind="haul" rate={rate} result={result} submissionId={submission_id} />;
}
