import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getImport, IMPORT_ROWS_PER_PAGE } from "../data/import-page.server";
import { wakeAndWaitForImport } from "../shared/runner.server";
import { getImportHeader } from "../ui/import-head";
import { ImportRows, ImportStatus, UnknownNamesForm } from "../ui/import-view";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: "Import loads · Timbertally" },
  // Without JavaScript, refresh the page until all work is done.
  ...(data?.page.act ? [{ httpEquiv: "refresh", content: "3" }] : []),
];

const GROUPS = ["wrong", "right", "loads", "left_out"] as const;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const import_id = parseId(args.params.importId);
  const query = new URL(args.request.url).searchParams;
  const show = GROUPS.find((group) => group === query.get("show"));
  const text = query.get("page") ?? "0";
  const input = { import_id, show, page: /^\d{1,3}$/.test(text) ? Number(text) : 0 };
  let page = await callProcedure(getImport, ctx, input);
  if (!page.mapped) throw redirect(paths.importColumns(import_id));
  if (page.act) {
    await wakeAndWaitForImport(import_id);
    page = await callProcedure(getImport, ctx, input);
  }
  return { page, page_size: IMPORT_ROWS_PER_PAGE, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/imports/:importId": ({ page }) => getImportHeader(page, true),
});

export default function ImportPage() {
  const { page, page_size, submission_id } = useLoaderData<typeof loader>();
  return (
    <div className="stack loose">
      <ImportStatus page={page} submissionId={submission_id} />
      <UnknownNamesForm page={page} submissionId={submission_id} />
      <ImportRows page={page} submissionId={submission_id} pageSize={page_size} />
    </div>
  );
}
