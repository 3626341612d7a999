import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContractorsChoice } from "~/features/job-setup/contractors-choice";
import { ContractorsPage } from "~/features/job-setup/contractors-page";
import { changeContractors, loadContractors } from "~/features/job-setup/contractors-route.server";
import { createSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Contractors · Timbertally" }];

const PATH = "/jobs/create/contractors";

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await loadContractors(args)),
  submission_id: createSubmissionId(),
});
export const action = (args: ActionFunctionArgs) => changeContractors(args, PATH);

export default function Contractors() {
  const read = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const common = { result, submissionId: read.submission_id };
  return read.one ? (
    <ContractorsPage page={read.one} path={PATH} {...common} />
  ) : (
    <ContractorsChoice page={read.choice} missing={read.missing} {...common} />
  );
}
