import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { handleSortSheetForm, loadSortSheet } from "../data/sorts-route.server";
import { SortsPage } from "../ui/sorts-page";

export const meta: MetaFunction = () => [{ title: "Sort sheet · Timbertally" }];

const PATH = "/jobs/create/sorts";

export const loader = (args: LoaderFunctionArgs) => loadSortSheet(args);
export const action = (args: ActionFunctionArgs) => handleSortSheetForm(args, PATH);

export default function Sorts() {
  const { page, none, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <SortsPage page={page} path={PATH} none={none} result={result} submissionId={submission_id} />;
}
