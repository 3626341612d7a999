import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ContractorsPage } from "~/features/job-setup/contractors-page";
import { changeContractors, loadContractors } from "~/features/job-setup/contractors-route.server";

export const meta: MetaFunction = () => [{ title: "Contractors · Timbertally" }];

const PATH = "/jobs/create/contractors";

export const loader = (args: LoaderFunctionArgs) => loadContractors(args);
export const action = (args: ActionFunctionArgs) => changeContractors(args, PATH);

export default function Contractors() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <ContractorsPage page={page} path={PATH} result={result} />;
}
