import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LAND_OWNER_ERROR_MESSAGE } from "~/modules/companies/shared/land-owners.server";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { addJobLandOwner, getOwnerChoices, setJobOwnerRole } from "../data/parties.server";
import { createStepRedirect } from "../rules/return-to-review";
import { OwnerPage } from "../ui/owner-page";

export const meta: MetaFunction = () => [{ title: "Land owner · Timbertally" }];

const SIDE = "is_land_owner";

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 500);
  const page = await callProcedure(getOwnerChoices, await createContext(args), { side: SIDE, q });
  return { page, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) => {
  const to = () => createStepRedirect(args)("/jobs/create/overview");
  const set = (form: FormData) => submit(setJobOwnerRole, args, { form, fixed: { side: SIDE }, to });
  return dispatchIntent(args, {
    add: (form) => submit(addJobLandOwner, args, { form, to, sorry: LAND_OWNER_ERROR_MESSAGE }),
    choose: set,
    none: set,
  });
};

export default function LandOwner() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <OwnerPage page={page} path="/jobs/create/land-owner" result={result} submissionId={submission_id} />
  );
}
