import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createSubmissionId } from "~/web/submission-id.server";
import { handleContractorsForm, loadContractorsPage } from "../data/contractors-route.server";
import { ContractorsChoice } from "../ui/contractors-choice";
import { ContractorsPage } from "../ui/contractors-page";

export const meta: MetaFunction = () => [{ title: "Contractors · Timbertally" }];

const PATH = "/jobs/create/companies";

export const loader = async (args: LoaderFunctionArgs) => ({
  ...(await loadContractorsPage(args)),
  submission_id: createSubmissionId(),
});
export const action = (args: ActionFunctionArgs) => handleContractorsForm(args, PATH);

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
