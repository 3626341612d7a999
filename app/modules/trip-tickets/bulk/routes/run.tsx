import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Pagination } from "~/ui/pagination";
import { PageHead } from "~/ui/parts";
import { LastListLink } from "~/ui/seen-link";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { paths } from "~/web/paths";
import { wakeAndWaitForRun } from "../../shared/runner.server";
import { getBulkRun } from "../data/bulk.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.run.what ?? "Many tickets"} · Timbertally` },
  // Without JavaScript the page reloads itself until the run is finished.
  ...(data && !data.run.finished ? [{ httpEquiv: "refresh", content: "3" }] : []),
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const id = parseId(args.params.runId);
  const asked = Number(new URL(args.request.url).searchParams.get("page") ?? 0);
  const page = Number.isInteger(asked) && asked >= 0 && asked < 10_000 ? asked : 0;
  const first = await callProcedure(getBulkRun, ctx, { id, page });
  if (first.finished) return { run: first, pageSize: PAGE };
  await wakeAndWaitForRun(id);
  return { run: await callProcedure(getBulkRun, ctx, { id, page }), pageSize: PAGE };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/trip-tickets/bulk/:runId": ({ run }) => run.what,
});

const PAGE = 50;
const WORDS: Record<string, string> = { done: "Done", unchanged: "Already so", refused: "Refused" };

export default function BulkResult() {
  const { run, pageSize } = useLoaderData<typeof loader>();
  const ready = run.total - run.waiting;
  return (
    <div className="narrow">
      <PageHead
        title={run.what}
        lede={run.finished ? "Done." : "This is under way. This page refreshes itself."}
      />
      <div className="stack">
        {run.finished ? null : (
          <p>
            <progress max={run.total} value={ready}>
              {ready} of {run.total}
            </progress>{" "}
            {ready.toLocaleString("en-US")} of {formatCount(run.total, "ticket")}
          </p>
        )}
        <p role="status">
          <strong>{formatCount(run.done, "ticket")} changed</strong>
          {run.refused ? `, ${run.refused.toLocaleString("en-US")} refused` : ""}
          {run.unchanged ? `, ${run.unchanged.toLocaleString("en-US")} needed no change` : ""}
        </p>
        <ul className="lines card">
          {run.trip_tickets.map((t) => (
            <li key={t.trip_ticket_id} className="row between">
              {t.is_deleted ? (
                <span>A ticket that you can no longer see</span>
              ) : (
                <a href={paths.ticket(t.trip_ticket_id)}>Ticket {t.trip_ticket_number}</a>
              )}{" "}
              <span className={t.outcome === "refused" ? "error-text" : undefined}>
                {t.outcome ? WORDS[t.outcome] : "Waiting"}
                {t.reason ? `: ${t.reason}` : ""}
              </span>
            </li>
          ))}
        </ul>
        <Pagination
          pathname={paths.bulkRun(run.id)}
          query=""
          page={run.page}
          pageSize={pageSize}
          total={run.total}
          noun="ticket"
        />
        <div className="row">
          <LastListLink to={paths.tickets} className="button">
            Back to the list
          </LastListLink>{" "}
          <a href={paths.selection}>Selection</a>
        </div>
      </div>
    </div>
  );
}
