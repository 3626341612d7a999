import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addRate, getRates, saveRates } from "../data/rates.server";
import { createStepRedirect } from "../rules/return-to-review";
import { RatesPage } from "../ui/rates-page";

export const meta: MetaFunction = () => [{ title: "Rates · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  return {
    page: await callProcedure(getRates, await createContext(args), {}),
    submission_id: createSubmissionId(),
  };
}

export const action = (args: ActionFunctionArgs) =>
  dispatchIntent(
    args,
    {
      "save-rates": (form) => submit(saveRates, args, { form, to: () => "/jobs/create/review" }),
      "add-rate": (form) =>
        submit(addRate, args, { form, to: () => createStepRedirect(args)("/jobs/create/rates") }),
    },
    "save-rates",
  );

export default function Rates() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RatesPage page={page} result={result} submissionId={submission_id} />;
}
