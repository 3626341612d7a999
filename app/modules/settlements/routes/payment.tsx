import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { CheckField } from "~/ui/field";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getPaymentForm } from "../data/statement-forms.server";
import { PAYMENT_METHOD_OPTIONS } from "../rules/words";
import { recordPayment } from "../shared/payments.server";

export const meta: MetaFunction = () => [{ title: "Record a payment · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const settlement_statement_id = parseId(args.params.statementId);
  const form = await callProcedure(getPaymentForm, await createContext(args), { settlement_statement_id });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(recordPayment, args, {
    fixed: { settlement_statement_id: parseId(args.params.statementId) },
    to: () => `/settlements/statements/${parseId(args.params.statementId)}?done=payment-recorded`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/statements/:statementId": ({ statement }) => `Statement ${statement.number}`,
});

export default function Payment() {
  const { statement, why_not, left_cents, moved, today, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/settlements/statements/${statement.id}`, label: "Back" };
  const title = `Payment of statement ${statement.number} to ${statement.receiver}`;
  if (why_not)
    return (
      <div className="narrow">
        <h2>{title}</h2>
        <RefusalNotice why={why_not} back={back} />
      </div>
    );
  const errors = result?.reply.error?.as_stated;
  return (
    <div className="narrow">
      <h2>{title}</h2>
      <p>
        {formatMoney(left_cents)} of {formatMoney(statement.total_cents)} is left.
      </p>
      <SimpleForm
        result={result}
        submissionId={submission_id}
        values={{ amount: (left_cents / 100).toFixed(2), paid_on: today }}
        button="Record payment"
        back={back}
        fields={[
          { name: "amount", label: "Amount", kind: "decimal", required: true },
          { name: "method", label: "How", kind: "select", options: PAYMENT_METHOD_OPTIONS, required: true },
          { name: "reference", label: "Check or transfer number", maxLength: 80 },
          { name: "paid_on", label: "Paid on", kind: "date", required: true },
        ]}
      >
        {moved ? (
          <CheckField
            field={{ id: "as_stated", name: "as_stated", errors: errors ?? undefined }}
            label="Pay as stated; the difference goes on the next statement"
            hint={`${formatCount(moved, "load")} changed since the statement was made.`}
          />
        ) : null}
      </SimpleForm>
    </div>
  );
}
