import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addRate, getRates, saveRates } from "~/features/job-setup/rates.server";
import { RatesPage } from "~/features/job-setup/rates-page";
import { stepOnward } from "~/features/job-setup/return-to-review";
import { byIntent } from "~/web/by-intent.server";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Rates · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return { page: await call(getRates, await context(args), {}), submission_id: newSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  byIntent(
    args,
    {
      "save-rates": (form) => submit(saveRates, args, { form, to: () => "/jobs/create/review" }),
      "add-rate": (form) => submit(addRate, args, { form, to: () => stepOnward(args)("/jobs/create/rates") }),
    },
    "save-rates",
  );

export default function Rates() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RatesPage page={page} result={result} submissionId={submission_id} />;
}
