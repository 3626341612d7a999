import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getImport } from "../data/import-page.server";
import { mapImportColumns } from "../data/imports.server";
import { ColumnsForm } from "../ui/import-form";
import { getImportHeader } from "../ui/import-head";

export const meta: MetaFunction = () => [{ title: "What the columns mean · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const import_id = parseId(args.params.importId);
  return {
    page: await callProcedure(getImport, await createContext(args), { import_id }),
    submission_id: createSubmissionId(),
  };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/imports/:importId": ({ page }) => getImportHeader(page),
});

export async function action(args: ActionFunctionArgs) {
  const import_id = parseId(args.params.importId);
  return submit(mapImportColumns, args, { fixed: { import_id }, to: ({ id }) => paths.import(id) });
}

export default function ImportColumns() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack">
      <h2>What do the columns mean?</h2>
      <p className="soft">
        We recognized what we could. Your answers are saved for your company's next import.
      </p>
      <ColumnsForm page={page} result={result} submissionId={result?.submission_id ?? submission_id} />
    </div>
  );
}
