import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import { CheckField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { answerRemark, disputeLine, getRemarks } from "../data/remarks.server";

export const meta: MetaFunction = () => [{ title: "Something wrong? · Timbertally" }];

const ofAddress = (args: LoaderFunctionArgs) => ({
  settlement_statement_id: parseId(args.params.statementId),
  seq: parseId(args.params.seq),
});

export async function loader(args: LoaderFunctionArgs) {
  const { seq } = ofAddress(args);
  return {
    ...(await callProcedure(getRemarks, await createContext(args), ofAddress(args))),
    seq,
    submission_id: createSubmissionId(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const fixed = ofAddress(args);
  const { is_payer } = await callProcedure(getRemarks, await createContext(args), fixed);
  const to = () =>
    `/settlements/statements/${fixed.settlement_statement_id}/lines/${fixed.seq}?done=remark-sent`;
  return is_payer ? submit(answerRemark, args, { fixed, to }) : submit(disputeLine, args, { fixed, to });
}

const SAID = { disputed: "asks", answered: "answers", resolved: "settled it" } as const;

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/statements/:statementId": ({ statement }) => `Statement ${statement.number}`,
  "/settlements/statements/:statementId/lines/:seq": ({ seq }) => `Line ${seq}`,
});

/** A statement's line with the remarks of payee and payer, and the form to add a remark. */
export default function StatementLinePage() {
  const page = useLoaderData<typeof loader>();
  const { statement, line, remarks, is_payer, is_disputed, submission_id } = page;
  const result = useActionData<typeof action>();
  const maySay = !is_payer || is_disputed;
  return (
    <div className="narrow stack loose">
      <h2>
        {formatTicketLabel(line.ticket_number ?? "")} on statement {statement.number}
      </h2>
      <p>
        {line.earned_on ? formatDate(line.earned_on) : ""} {line.product} to {line.destination}:{" "}
        <strong>{formatMoney(line.amount_cents)}</strong>
      </p>
      {remarks.length ? (
        <ul className="stack">
          {remarks.map((r) => (
            <li key={r.id} className="card">
              <strong>
                {r.person ?? r.company} ({r.company}) {SAID[r.kind]}
              </strong>
              <p>{r.text}</p>
            </li>
          ))}
        </ul>
      ) : null}
      {maySay ? (
        <SimpleForm
          result={result}
          submissionId={submission_id}
          values={{}}
          button={is_payer ? "Answer" : "Send"}
          back={{ href: `/settlements/statements/${statement.id}`, label: "Back" }}
          fields={[
            {
              name: "text",
              label: is_payer ? "Your answer" : "What is wrong?",
              kind: "area",
              required: true,
              maxLength: 500,
            },
          ]}
        >
          {is_payer ? (
            <CheckField field={{ id: "is_resolved", name: "is_resolved" }} label="This settles it" />
          ) : null}
        </SimpleForm>
      ) : (
        <p className="soft">{page.receiver.name} hasn't asked about this load.</p>
      )}
    </div>
  );
}
