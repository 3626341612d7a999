import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInvoiceReversalForm } from "../data/page.server";
import { reverseInvoicePayment } from "../data/pay.server";

export const meta: MetaFunction = () => [{ title: "Take a payment back · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const invoice_id = parseId(args.params.invoiceId);
  const form = await callProcedure(getInvoiceReversalForm, await createContext(args), { invoice_id });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(reverseInvoicePayment, args, {
    to: () => `/invoices/${parseId(args.params.invoiceId)}?done=payment-reversed`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

export default function InvoicePaymentReversal() {
  const { id, customer, payments, others, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/invoices/${id}`, label: "Keep it" };
  const options = payments.map((p) => ({
    value: String(p.id),
    label: `${formatMoney(p.amount_cents)} on ${formatDay(p.paid_on)}${p.reference ? `, ${p.reference}` : ""}${p.by_card ? ": refunded to the card" : ""}`,
  }));
  return (
    <div className="narrow stack">
      <PageHead title="Take a payment back" lede="Both stay on the invoice, and that amount is due again." />
      {options.length ? (
        <SimpleForm
          result={result}
          submissionId={submission_id}
          values={{ invoice_payment_id: options.at(-1)?.value ?? "" }}
          button="Take the payment back"
          back={back}
          fields={[
            { name: "invoice_payment_id", label: "Payment", kind: "select", options, required: true },
            {
              name: "reason",
              label: "Reason",
              kind: "area",
              required: true,
              maxLength: 500,
              hint: payments.some((p) => p.by_card)
                ? "Like: the check bounced. For a card payment, Stripe keeps it with the refund."
                : "Like: the check bounced",
            },
          ]}
        />
      ) : (
        <RefusalNotice
          why={
            others
              ? `${customer} recorded what was paid on its statement, and takes it back there.`
              : "It has no payment to take back."
          }
          back={{ ...back, label: "Back" }}
        />
      )}
    </div>
  );
}
