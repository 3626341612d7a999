import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOverview, saveIncompleteOverview, saveOverview } from "../data/overview.server";
import { createStepRedirect } from "../rules/return-to-review";
import { OverviewPage } from "../ui/overview-page";

export const meta: MetaFunction = () => [{ title: "Create a job · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const page = await callProcedure(getOverview, await createContext(args), {});
  return { page, submission_id: createSubmissionId() };
}

/** Every button saves the typed values; Next also requires the fields that are still empty. */
export const action = (args: ActionFunctionArgs) => {
  const onward = createStepRedirect(args);
  const keep = (to: string) => (form: FormData) =>
    submit(saveIncompleteOverview, args, { form, to: () => onward(to) });
  return dispatchIntent(
    args,
    {
      next: (form) => submit(saveOverview, args, { form, to: () => onward("/jobs/create/map") }),
      later: keep("/jobs"),
      counties: (form) =>
        submit(saveIncompleteOverview, args, {
          form,
          to: () => onward("/jobs/create/overview#us_county_id"),
          sorry: "Failed to get counties for the selected state.",
        }),
      "land-owner": keep("/jobs/create/land-owner"),
      pin: keep("/jobs/create/pin"),
      townships: keep("/jobs/create/townships"),
      authorizee: keep("/jobs/create/authorizee"),
    },
    "next",
  );
};

export default function Overview() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <OverviewPage key={page.version} page={page} result={result} submissionId={submission_id} />;
}
