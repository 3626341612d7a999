import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ColumnsForm } from "~/features/load-imports/import-form";
import { headOfImport } from "~/features/load-imports/import-head";
import { getImport } from "~/features/load-imports/import-page.server";
import { mapImport } from "~/features/load-imports/imports.server";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "What the columns mean · Timbertally" }];

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
  return submit(mapImport, args, { fixed: { import_id }, to: ({ id }) => paths.import(id) });
}

export default function Columns() {
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
