import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { isCalendarDay } from "~/domain/settling/periods";
import { formatDate } from "~/domain/time/time";
import { createStatements } from "~/features/settlements/make.server";
import { listToPay } from "~/features/settlements/overview.server";
import { previewStatements } from "~/features/settlements/preview.server";
import { ReceiverCard } from "~/features/settlements/receiver-card";
import { ActionForm } from "~/ui/action-form";
import { TextField } from "~/ui/field";
import { EmptyState, Notice } from "~/ui/parts";
import { sentTexts } from "~/ui/sent-fields";
import { context } from "~/web/context.server";
import { call, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Make statements · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await context(args);
  const { searchParams } = new URL(args.request.url);
  const dayIn = (name: string) => {
    const day = searchParams.get(name) ?? "";
    return isCalendarDay(day) ? day : undefined;
  };
  const { periods, today } = await call(listToPay, ctx, {});
  const asked = dayIn("through") ?? today;
  const through = asked > today ? today : asked;
  const from = dayIn("from");
  const preview = await call(previewStatements, ctx, {
    period_end: through,
    period_start: from !== undefined && from <= through ? from : undefined,
  });
  return { preview, periods, submission_id: newSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createStatements, args, {
    to: ({ settlement_run_id }) =>
      settlement_run_id === null
        ? "/settlements?done=statements-made"
        : `/settlements/runs/${settlement_run_id}`,
  });

/** A period's statements as they would be: who is ticked gets one, just as shown or not at all. */
export default function NewStatements() {
  const { preview, periods, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.reply.error ?? {};
  const typed = sentTexts(result);
  const field = (name: "pay_on" | "memo", value: string) => ({
    id: name,
    name,
    defaultValue: typed[name] ?? value,
    errors: errors[name] ?? undefined,
  });
  const payOn = field("pay_on", preview.pay_on);
  const memo = field("memo", "");
  const listed = { id: "receivers", errors: errors.receivers ?? errors.period_end ?? undefined };
  return (
    <div className="stack loose">
      <h2>
        Make statements for {formatDate(preview.period_start)} to {formatDate(preview.period_end)}
      </h2>
      <nav className="row" aria-label="Periods">
        {periods.map(({ label, from, through }) => (
          <Fragment key={label}>
            <a href={`/settlements/new?from=${from}&through=${through}`} className="button">
              {label}
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      <form method="get" className="row" aria-label="Other days">
        <TextField
          field={{ id: "from", name: "from", defaultValue: preview.period_start }}
          label="From"
          type="date"
          short
        />
        <TextField
          field={{ id: "through", name: "through", defaultValue: preview.period_end }}
          label="Through"
          type="date"
          short
        />
        <button type="submit" className="button">
          Show
        </button>
      </form>
      {preview.closed ? <Notice tone="warn" title={preview.closed} /> : null}
      {preview.problems ? (
        <Notice
          tone="warn"
          title={`${preview.problems === 1 ? "1 load has" : `${preview.problems} loads have`} no amount yet and can't be paid.`}
        />
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
          <input type="hidden" name="by_tick" value="true" />
          <input type="hidden" name="period_start" value={preview.period_start} />
          <input type="hidden" name="period_end" value={preview.period_end} />
          <ul className="stack" id="receivers">
            {preview.receivers.map((receiver, i) => (
              <ReceiverCard key={receiver.receiving_company_id} receiver={receiver} at={i} />
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
