import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getRateRemoval, removeHaulRate } from "../data/removal.server";
import { RateRemoval } from "../ui/rate-removal";

export const meta: MetaFunction = () => [{ title: "Remove a rate · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const of = { job_id: parseId(args.params.jobId), rate_id: parseId(args.params.rateId) };
  const rate = await callProcedure(getRateRemoval, await createContext(args), { ...of, kind: "haul" });
  return { rate, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/jobs/:jobId/haul-rates/:rateId": ({ rate }) => rate.name,
});

export async function action(args: ActionFunctionArgs) {
  const job_id = parseId(args.params.jobId);
  return submit(removeHaulRate, args, {
    fixed: { job_id, rate_id: parseId(args.params.rateId), ask_first: "on" },
    to: () => paths.job(job_id, "rates"),
  });
}

export default function RemoveHaulRate() {
  const { rate, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RateRemoval kind="haul" rate={rate} result={result} submissionId={submission_id} />;
}
