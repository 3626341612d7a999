import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { dispatchIntent } from "~/web/by-intent.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getOwnerChoices, setJobOwnerRole } from "../data/parties.server";
import { createStepRedirect } from "../rules/return-to-review";
import { OwnerPage } from "../ui/owner-page";

export const meta: MetaFunction = () => [{ title: "Consulting forester · Timbertally" }];

const SIDE = "is_land_owner_authorizee";

export async function loader(args: LoaderFunctionArgs) {
  const q = (new URL(args.request.url).searchParams.get("q") ?? "").slice(0, 500);
  const page = await callProcedure(getOwnerChoices, await createContext(args), { side: SIDE, q });
  return { page, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) => {
  const to = () => createStepRedirect(args)("/jobs/create/overview");
  const set = (form: FormData) => submit(setJobOwnerRole, args, { form, fixed: { side: SIDE }, to });
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
