import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCount } from "~/lib/text/text";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { formatDate } from "~/lib/time/time";
import { getJobHeader } from "~/modules/jobs/shared/overview.server";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { EmptyState, Notice } from "~/ui/parts";
import { getSentFields, getSentTexts } from "~/ui/sent-fields";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { createStatements } from "../data/make.server";
import { listToPay } from "../data/overview.server";
import { previewStatements } from "../data/preview.server";
import { PeriodChoice } from "../ui/period-choice";
import { ReceiverCard, readReceiverTicks } from "../ui/receiver-card";

export const meta: MetaFunction = () => [{ title: "Make statements · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await createContext(args);
  const { day, id, unreadable } = createFilterReader(args.request.url);
  const { periods, today } = await callProcedure(listToPay, ctx, {});
  const query = day("through", "Through") ?? today;
  const through = query > today ? today : query;
  const from = day("from", "From");
  const only = { paying_company_id: id("payer", "Payer"), job_id: id("job", "Job") };
  const preview = await callProcedure(previewStatements, ctx, {
    ...only,
    period_end: through,
    period_start: from !== undefined && from <= through ? from : undefined,
  });
  const job =
    only.job_id === undefined ? null : (await callProcedure(getJobHeader, ctx, { id: only.job_id })).name;
  return { preview, periods, only, job, unreadable, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createStatements, args, {
    to: ({ settlement_run_id, count, id }) =>
      settlement_run_id !== null
        ? `/settlements/runs/${settlement_run_id}`
        : count === 1 && id !== null
          ? `/settlements/statements/${id}?done=statement-made`
          : "/settlements/statements?done=statements-made",
  });

/**
 * Preview of a period's statements. Each selected receiver gets a statement exactly as shown; otherwise nothing is
 * made.
 */
export default function NewStatements() {
  const { preview, periods, only, job, submission_id, unreadable } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const sent = getSentFields(result);
  const typed = getSentTexts(result);
  const field = (name: "pay_on" | "memo", value: string) => ({
    id: name,
    name,
    defaultValue: typed[name] ?? value,
    errors: errors[name] ?? undefined,
  });
  const payOn = field("pay_on", preview.pay_on);
  const memo = field("memo", "");
  const stored = {
    ...(only.paying_company_id ? { payer: String(only.paying_company_id) } : {}),
    ...(only.job_id ? { job: String(only.job_id) } : {}),
  };
  const listed = { id: "receivers", errors: errors.receivers ?? errors.period_end ?? undefined };
  if (unreadable.length) return <UnreadableFilter parts={unreadable} />;
  return (
    <div className="stack loose">
      <h2>
        Make statements for {formatDate(preview.period_start)} to {formatDate(preview.period_end)}
      </h2>
      {preview.payer.acted_for ? (
        <p>
          {preview.payer.name} has no people here, so you settle what it pays on your jobs. The statements say
          that it pays, and that you made them.
        </p>
      ) : null}
      {job ? <p>Only loads of {job}.</p> : null}
      <PeriodChoice
        periods={periods}
        kept={stored}
        from={preview.period_start}
        through={preview.period_end}
      />
      {preview.closed ? <Notice tone="warn" title={preview.closed} /> : null}
      {preview.left_out.length ? (
        <Notice tone="warn" title="Some loads don't have an amount yet. They are left out.">
          <p>
            {preview.left_out.map(({ name, loads }) => `${name}: ${formatCount(loads, "load")}`).join(". ")}.
          </p>
          <p>
            <a href="/settlements/needs-you">See why</a>
          </p>
        </Notice>
      ) : null}
      {preview.receivers.length === 0 ? (
        <EmptyState
          title={`Nothing is open through ${formatDate(preview.period_end)}.`}
          next={{ href: "/settlements", label: "Back to settlements" }}
        />
      ) : (
        <ActionForm
          result={result}
          submissionId={submission_id}
          fields={[listed, payOn, memo]}
          saving
          button={`Make ${preview.receivers.length === 1 ? "1 statement" : `${preview.receivers.length} statements`}`}
          back={{ href: "/settlements", label: "Cancel" }}
        >
          <input type="hidden" name="by_tick" value="on" />
          {only.paying_company_id ? (
            <input type="hidden" name="paying_company_id" value={only.paying_company_id} />
          ) : null}
          {only.job_id ? <input type="hidden" name="job_id" value={only.job_id} /> : null}
          <input type="hidden" name="period_start" value={preview.period_start} />
          <input type="hidden" name="period_end" value={preview.period_end} />
          <ul className="stack" id="receivers">
            {preview.receivers.map((receiver, i) => (
              <ReceiverCard
                key={receiver.receiving_company_id}
                receiver={receiver}
                at={i}
                ticks={readReceiverTicks(sent, receiver.receiving_company_id)}
              />
            ))}
          </ul>
          <div className="fields two">
            <TextField field={payOn} label="Pay on" type="date" required />
            <TextField field={memo} label="Note on the statements" attributes={{ maxLength: 1000 }} />
          </div>
        </ActionForm>
      )}
    </div>
  );
}
