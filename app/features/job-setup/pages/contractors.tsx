import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContractorsPage } from "~/features/job-setup/contractors-page";
import { changeContractors, loadContractors } from "~/features/job-setup/contractors-route.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Contractors · Timbertally" }];

const PATH = "/jobs/create/contractors";

export const loader = async (args: LoaderFunctionArgs) => ({
  page: await loadContractors(args),
  submission_id: newSubmissionId(),
});
export const action = (args: ActionFunctionArgs) => changeContractors(args, PATH);

export default function Contractors() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ContractorsPage page={page} path={PATH} result={result} submissionId={submission_id} />;
}
