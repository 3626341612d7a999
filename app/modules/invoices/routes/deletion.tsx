import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { ConfirmForm } from "~/ui/simple-form";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { deleteInvoice } from "../data/issue.server";
import { getInvoiceDeletionForm } from "../data/page.server";

export const meta: MetaFunction = () => [{ title: "Delete an invoice · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getInvoiceDeletionForm, await createContext(args), {
    invoice_id: parseId(args.params.invoiceId),
  });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(deleteInvoice, args, {
    fixed: { invoice_id: parseId(args.params.invoiceId) },
    to: ({ is_void }) => `/invoices?done=${is_void ? "invoice-voided" : "invoice-deleted"}`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

export default function InvoiceDeletion() {
  const { id, number, customer, total_cents, why_not, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const back = { href: `/invoices/${id}`, label: "Keep it" };
  const isDraft = number === null;
  return (
    <div className="narrow stack">
      <PageHead title={isDraft ? "Delete this draft?" : `Void invoice ${number}?`} />
      {why_not ? (
        <RefusalNotice why={why_not} back={{ ...back, label: "Back" }} />
      ) : (
        <ConfirmForm
          result={result}
          submissionId={submission_id}
          button={isDraft ? "Delete the draft" : `Void invoice ${number}`}
          back={back}
        >
          <p>
            {formatMoney(total_cents)} to {customer}.
          </p>
          <p>
            {isDraft
              ? "It has no number yet, so nothing is kept."
              : `Invoice ${number} becomes void. Its number is not used again, and its link says that nothing is due.`}
          </p>
        </ConfirmForm>
      )}
    </div>
  );
}
