import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney, formatPlainMoney } from "~/lib/money/money";
import { PAYMENT_METHOD_OPTIONS } from "~/modules/settlements/rules/words";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { SimpleForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInvoicePaymentForm } from "../data/page.server";
import { payInvoice } from "../data/pay.server";

export const meta: MetaFunction = () => [{ title: "Mark paid · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const invoice_id = parseId(args.params.invoiceId);
  const form = await callProcedure(getInvoicePaymentForm, await createContext(args), { invoice_id });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(payInvoice, args, {
    fixed: { invoice_id: parseId(args.params.invoiceId) },
    needed: {
      amount: "Type an amount like 12.50.",
      method: "Choose how it was paid.",
      paid_on: "Choose a day.",
    },
    to: () => `/invoices/${parseId(args.params.invoiceId)}?done=payment-recorded`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

/** Page to record a payment of an invoice: the whole amount left, or a part of it. */
export default function InvoicePaymentPage() {
  const { id, customer, why_not, total_cents, left_cents, today, of_statement, submission_id } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/invoices/${id}`, label: "Back" };
  return (
    <div className="narrow stack">
      <PageHead title="Mark paid" />
      {why_not ? (
        <RefusalNotice why={why_not} back={back} />
      ) : (
        <>
          <p>
            {formatMoney(left_cents)} of {formatMoney(total_cents)} is left for {customer} to pay. A smaller
            amount counts as a partial payment.
          </p>
          {of_statement ? <p className="soft">It counts toward the statement, too.</p> : null}
          <SimpleForm
            result={result}
            submissionId={submission_id}
            values={{ amount: formatPlainMoney(left_cents), paid_on: today, method: "check" }}
            button="Mark paid"
            back={back}
            fields={[
              { name: "amount", label: "Amount", kind: "decimal", required: true },
              {
                name: "method",
                label: "How",
                kind: "select",
                options: PAYMENT_METHOD_OPTIONS,
                required: true,
              },
              { name: "reference", label: "Check or transfer number", maxLength: 80 },
              { name: "paid_on", label: "Paid on", kind: "date", required: true },
            ]}
          />
        </>
      )}
    </div>
  );
}
