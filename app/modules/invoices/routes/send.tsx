import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInvoiceSendForm } from "../data/page.server";
import { SEND_FAILED_MESSAGE, sendInvoice } from "../data/send.server";
import { SendForm } from "../ui/send-form";

export const meta: MetaFunction = () => [{ title: "Send an invoice · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getInvoiceSendForm, await createContext(args), {
    invoice_id: parseId(args.params.invoiceId),
  });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(sendInvoice, args, {
    fixed: { invoice_id: parseId(args.params.invoiceId) },
    sorry: SEND_FAILED_MESSAGE,
    to: ({ id, leaves, is_receipt }) =>
      `/invoices/${id}?done=${leaves ? (is_receipt ? "receipt-sent" : "invoice-sent") : "invoice-kept"}`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

export default function SendInvoice() {
  const form = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const title = form.is_receipt ? "Send Receipt" : "Send";
  return (
    <div className="narrow stack loose">
      <PageHead title={title} />
      {form.why_not ? (
        <RefusalNotice why={form.why_not} back={{ href: `/invoices/${form.id}`, label: "Back" }} />
      ) : (
        <SendForm form={form} result={result} button={title} />
      )}
    </div>
  );
}
