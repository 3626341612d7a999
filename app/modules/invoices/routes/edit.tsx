import "~/styles/invoices.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInvoiceForm } from "../data/forms.server";
import { updateInvoice } from "../data/write.server";
import { InvoiceForm } from "../ui/invoice-form";

export const meta: MetaFunction = () => [{ title: "Edit the draft · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const invoice_id = parseId(args.params.invoiceId);
  const form = await callProcedure(getInvoiceForm, await createContext(args), { invoice_id });
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(updateInvoice, args, {
    fixed: { invoice_id: parseId(args.params.invoiceId) },
    to: ({ id }) => `/invoices/${id}?done=invoice-saved`,
  });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

export default function EditInvoice() {
  const { id, version, values, lines, claims, statement, submission_id } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead title="Edit the draft" />
      <InvoiceForm
        values={values}
        lines={lines}
        claims={claims}
        statement={statement}
        result={result}
        submissionId={submission_id}
        version={version}
        button="Save the draft"
        back={{ href: `/invoices/${id}`, label: "Cancel" }}
      />
    </div>
  );
}
