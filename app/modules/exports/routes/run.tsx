import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { wakeRunner } from "~/lib/queue/waking.server";
import { formatCount } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, Notice, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { getExportRun } from "../data/exports.server";
import { RETENTION_DAYS } from "../rules/kinds";

export const meta: MetaFunction = () => [{ title: "Export · Timbertally" }];

/** While a run is in progress, its page reloads itself without JavaScript. */
export async function loader(args: LoaderFunctionArgs) {
  const run = await callProcedure(getExportRun, await createContext(args), {
    id: parseId(args.params.runId),
  });
  if (run.state !== "under way") return data({ run });
  wakeRunner();
  return data({ run }, { headers: { Refresh: "2" } });
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/exports/:runId": (data) => data.run.file_name,
});

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function ExportProgress() {
  const { run } = useLoaderData<typeof loader>();
  return (
    <div className="narrow">
      <PageHead title={`Export: ${run.kind}`} lede={`Started ${run.created.text}`} />
      <div className="stack loose">
        {run.state === "under way" ? (
          <section className="card stack" aria-live="polite">
            <label htmlFor="done">
              {run.rows_done.toLocaleString("en-US")} of {formatCount(run.rows_total, "trip ticket")} written
            </label>
            <progress id="done" max={Math.max(1, run.rows_total)} value={run.rows_done} />
            <p className="soft">
              This page refreshes itself. You can leave it. The file will be waiting under Export.
            </p>
          </section>
        ) : null}
        {run.state === "ready" ? (
          <>
            <Notice title={`${formatCount(run.rows_total, "trip ticket")} written`}>
              <p>The file is kept for {RETENTION_DAYS} days. An interrupted download can be resumed.</p>
            </Notice>
            <p>
              <ButtonLink href={paths.exportRunFile(run.id)} tone="primary">
                Download {run.file_name}
              </ButtonLink>{" "}
              <span className="soft">{sizeOf(run.bytes ?? 0)}</span>
            </p>
          </>
        ) : null}
        {run.state === "failed" ? (
          <Notice tone="danger" title={run.failure ?? ""}>
            <p>Start it again. If it fails again, narrow the list.</p>
          </Notice>
        ) : null}
        {run.state === "expired" ? (
          <Notice title="This export has expired.">
            <p>Files are kept for {RETENTION_DAYS} days. Start it again.</p>
          </Notice>
        ) : null}
        <p>
          <a href={paths.export()}>Export trip tickets</a>
        </p>
      </div>
    </div>
  );
}

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
