import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnerPage } from "~/features/job-setup/owner-page";
import { getOwnerChoices, setJobOwnerSide } from "~/features/job-setup/parties.server";
import { stepOnward } from "~/features/job-setup/return-to-review";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Consulting forester · Timbertally" }];

const SIDE = "is_land_owner_authorizee";

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 500);
  const page = await callProcedure(getOwnerChoices, await createContext(args), { side: SIDE, q });
  return { page, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) => {
  const to = () => stepOnward(args)("/jobs/create/overview");
  const set = (form: FormData) => submit(setJobOwnerSide, args, { form, fixed: { side: SIDE }, to });
  return dispatchIntent(args, {
    choose: set,
    none: set,
  });
};

export default function Authorizee() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <OwnerPage page={page} path="/jobs/create/authorizee" result={result} submissionId={submission_id} />
  );
}
