import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { createBreadcrumbHandle } from "~/ui/naming";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getReversalForm } from "../data/statement-forms.server";
import { reversePayment } from "../shared/payments.server";

export const meta: MetaFunction = () => [{ title: "Take a payment back · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const settlement_statement_id = parseId(args.params.statementId);
  const form = await callProcedure(getReversalForm, await createContext(args), { settlement_statement_id });
  const searchParam = new URL(args.request.url).searchParams.get("payment");
  return { ...form, asked: searchParam, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(reversePayment, args, {
    to: () => `/settlements/statements/${parseId(args.params.statementId)}?done=payment-reversed`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/statements/:statementId": ({ statement }) => `Statement ${statement.number}`,
});

export default function PaymentReversal() {
  const { statement, payments, asked, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/settlements/statements/${statement.id}`, label: "Keep it" };
  const options = payments.map((p) => ({
    value: String(p.id),
    label: `${formatMoney(p.amount_cents)} on ${formatDate(p.paid_on)}${p.reference ? `, ${p.reference}` : ""}`,
  }));
  const chosen = options.find(({ value }) => value === asked) ?? options.at(-1);
  return (
    <div className="narrow">
      <h2>
        Take back a payment of statement {statement.number} to {statement.receiver}
      </h2>
      {chosen ? (
        <SimpleForm
          result={result}
          submissionId={submission_id}
          values={{ settlement_payment_id: chosen.value }}
          button="Take the payment back"
          back={back}
          fields={[
            { name: "settlement_payment_id", label: "Payment", kind: "select", options, required: true },
            {
              name: "reason",
              label: "Reason",
              kind: "area",
              required: true,
              maxLength: 500,
              hint: "Like: the check bounced",
            },
          ]}
        />
      ) : (
        <RefusalNotice why="It has no payment to take back." back={{ ...back, label: "Back" }} />
      )}
    </div>
  );
}
