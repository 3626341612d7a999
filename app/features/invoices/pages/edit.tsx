import "~/styles/invoices.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getInvoiceForm } from "~/features/invoices/forms.server";
import { InvoiceForm } from "~/features/invoices/invoice-form";
import { updateInvoice } from "~/features/invoices/write.server";
import { naming } from "~/ui/naming";
import { PageHead } from "~/ui/parts";
import { context } from "~/web/context.server";
import { call, idOf, submit } from "~/web/respond.server";
import { newSubmissionId } from "~/web/submission-id.server";

export const meta: MetaFunction = () => [{ title: "Edit the draft · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const invoice_id = idOf(args.params.invoiceId);
  const form = await call(getInvoiceForm, await context(args), { invoice_id });
  return { ...form, submission_id: newSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(updateInvoice, args, {
    fixed: { invoice_id: idOf(args.params.invoiceId) },
    to: ({ id }) => `/invoices/${id}?done=invoice-saved`,
  });

export const handle = naming<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

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
