import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { headOfImport } from "~/features/load-imports/import-head";
import { getImport } from "~/features/load-imports/import-page.server";
import { RowForm } from "~/features/load-imports/row-form";
import { getImportRow, mendImportRow } from "~/features/load-imports/rows.server";
import { naming } from "~/ui/naming";
import { context } from "~/web/context.server";
import { paths } from "~/web/paths";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Row ${data?.row.line ?? ""} · Timbertally` },
];

const placeOf = ({ params }: LoaderFunctionArgs) => ({
  import_id: idOf(params.importId),
  line: idOf(params.line),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const place = placeOf(args);
  const row = await call(getImportRow, ctx, place);
  const page = await call(getImport, ctx, { import_id: place.import_id });
  return { row, page, submission_id: newSubmissionId() };
}

export const handle = naming<typeof loader>({
  "/trip-tickets/imports/:importId": ({ page }) => headOfImport(page),
  "/trip-tickets/imports/:importId/rows/:line": ({ row }) => `Row ${row.line}`,
});

export async function action(args: ActionFunctionArgs) {
  const { import_id, line } = placeOf(args);
  const next = new URL(args.request.url).searchParams.get("next") ?? "";
  return submit(mendImportRow, args, {
    fixed: { import_id, line },
    to: () =>
      /^[1-9]\d{0,4}$/.test(next) ? paths.importRow(import_id, Number(next)) : paths.import(import_id),
  });
}

export default function Row() {
  const { row, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RowForm row={row} result={result} submissionId={result?.submission_id ?? submission_id} />;
}
