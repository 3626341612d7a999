import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { wakeRunner } from "~/lib/queue/waking.server";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { createSubmissionId } from "~/web/submission-id.server";
import { getExportPage, startExport } from "../data/exports.server";
import { EXPORT_FAILED_MESSAGE } from "../shared/runs.server";
import { ExportForm, ExportSidebar } from "../ui/export-form";
import { ExportUpsell } from "../ui/premium";

export const meta: MetaFunction = () => [{ title: "Export trip tickets · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).search.slice(1, 4000);
  const page = await callProcedure(getExportPage, await createContext(args), { query });
  if (!page.allowed) return data({ page, query, submission_id: "" }, { status: 403 });
  wakeRunner();
  return data({ page, query, submission_id: createSubmissionId() });
}

export async function action(args: ActionFunctionArgs) {
  return submit(startExport, args, {
    to: ({ run, file }) => {
      if (run) wakeRunner();
      return run ? paths.exportRun(run) : file;
    },
    sorry: EXPORT_FAILED_MESSAGE,
  });
}

export default function Export() {
  const { page, query, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  if (!page.allowed) return <ExportUpsell />;
  return (
    <div className="stack loose">
      <ExportForm
        page={page}
        query={query}
        result={result}
        submissionId={result?.submission_id ?? submission_id}
      />
      <ExportSidebar runs={page.runs} />
    </div>
  );
}
