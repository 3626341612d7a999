import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { count } from "~/domain/text/text";
import { headOfImport } from "~/features/load-imports/import-head";
import { getImport } from "~/features/load-imports/import-page.server";
import { deleteImport, undoImport } from "~/features/load-imports/save.server";
import { ActionForm } from "~/ui/action-form";
import { withDone } from "~/ui/done";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Take an import back · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const import_id = idOf(args.params.importId);
  return {
    page: await call(getImport, await context(args), { import_id }),
    submission_id: newSubmissionId(),
  };
}

export const handle = naming<typeof loader>({
  "/trip-tickets/imports/:importId": ({ page }) => headOfImport(page),
});

export async function action(args: ActionFunctionArgs) {
  const import_id = idOf(args.params.importId);
  const page = await call(getImport, await context(args), { import_id });
  return page.loads
    ? submit(undoImport, args, { fixed: { import_id }, to: ({ id }) => paths.import(id) })
    : submit(deleteImport, args, {
        fixed: { import_id },
        to: () => withDone(paths.imports(), "row-deleted"),
      });
}

export default function Removal() {
  const { page, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack">
      <h2>{page.loads ? `Take ${count(page.loads, "load")} back` : "Delete this import"}</h2>
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
