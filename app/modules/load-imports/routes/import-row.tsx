import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getImport } from "../data/import-page.server";
import { correctImportRow, getImportRow } from "../data/rows.server";
import { getImportHeader } from "../ui/import-head";
import { RowForm } from "../ui/row-form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Row ${data?.row.line ?? ""} · Timbertally` },
];

const placeOf = ({ params }: LoaderFunctionArgs) => ({
  import_id: parseId(params.importId),
  line: parseId(params.line),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const place = placeOf(args);
  const row = await callProcedure(getImportRow, ctx, place);
  const page = await callProcedure(getImport, ctx, { import_id: place.import_id });
  return { row, page, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/imports/:importId": ({ page }) => getImportHeader(page),
  "/trip-tickets/imports/:importId/rows/:line": ({ row }) => `Row ${row.line}`,
});

export async function action(args: ActionFunctionArgs) {
  const { import_id, line } = placeOf(args);
  const next = new URL(args.request.url).searchParams.get("next") ?? "";
  return submit(correctImportRow, args, {
    fixed: { import_id, line },
    to: () =>
      /^[1-9]\d{0,4}$/.test(next) ? paths.importRow(import_id, Number(next)) : paths.import(import_id),
  });
}

export default function ImportRowPage() {
  const { row, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return <RowForm row={row} result={result} submissionId={result?.submission_id ?? submission_id} />;
}
