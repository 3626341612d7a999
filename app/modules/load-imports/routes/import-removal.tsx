import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { ActionForm } from "~/ui/action-form";
import { addDoneParam } from "~/ui/done";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getImport } from "../data/import-page.server";
import { deleteImport, undoImport } from "../data/save.server";
import { getImportHeader } from "../ui/import-head";

export const meta: MetaFunction = () => [{ title: "Take an import back · Timbertally" }];

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
  const page = await callProcedure(getImport, await createContext(args), { import_id });
  return page.loads
    ? submit(undoImport, args, { fixed: { import_id }, to: ({ id }) => paths.import(id) })
    : submit(deleteImport, args, {
        fixed: { import_id },
        to: () => addDoneParam(paths.imports(), "row-deleted"),
      });
}

export default function ImportDeletion() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <h2>{page.loads ? `Take ${formatCount(page.loads, "load")} back` : "Delete this import"}</h2>
      <p>
        {page.loads
          ? "They are deleted from every list, and their numbers aren't used again. The rows stay here, to be fixed and saved later. Loads that are on a pay statement or that a mill received stay."
          : "Its rows are deleted, and no loads are made from them."}
      </p>
      <ActionForm
        result={result}
        submissionId={result?.submission_id ?? submission_id}
        danger
        button={page.loads ? "Take them back" : "Delete"}
        back={{ href: paths.import(page.id), label: "Keep it" }}
      />
    </div>
  );
}
