import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getSettlementRun } from "../data/runs.server";

export const meta: MetaFunction = () => [{ title: "Statements being made · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const run = await callProcedure(getSettlementRun, await createContext(args), {
    settlement_run_id: parseId(args.params.runId),
  });
  return { run, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/runs/:runId": ({ run }) => `Through ${formatDate(run.period_end)}`,
});

/** Progress of a run's statements. Each statement is made separately, so finished statements remain. */
export default function RunProgress() {
  const { run, submission_id } = useLoaderData<typeof loader>();
  const done = run.receivers.filter(({ finished_at }) => finished_at !== null).length;
  return (
    <div className="stack loose">
      <h2>
        Statements for {formatDate(run.period_start)} to {formatDate(run.period_end)}
      </h2>
      <p role="status">
        {run.finished_at ? "Done." : `${done} of ${run.receivers.length} are done. Reload to see more.`}
      </p>
      <table className="settling">
        <caption className="sr">Statements of this run</caption>
        <tbody>
          {run.receivers.map((r) => (
            <tr key={r.receiving_company_id}>
              <th scope="row">{r.name}</th>
              <td>{r.failure ?? (r.number === null ? "Waits" : `Statement ${r.number}`)}</td>
              <td className="money">{formatMoney(r.expected_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {run.finished_at || run.is_dropped ? (
        <p>
          <a href="/settlements">Back to settlements</a>
        </p>
      ) : (
        <ActionForm
          action={`/settlements/runs/${run.id}/dropping`}
          submissionId={submission_id}
          button="Stop making statements"
          danger
          plain
        />
      )}
    </div>
  );
}
