import "~/styles/invoices.css";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, PageHead } from "~/ui/parts";
import { RefusalNotice } from "~/ui/refused";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getInvoiceReceipt } from "../data/page.server";
import { InvoiceSheet } from "../ui/invoice-paper";

export const meta: MetaFunction = () => [{ title: "Receipt · Timbertally" }];

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getInvoiceReceipt, await createContext(args), { invoice_id: parseId(args.params.invoiceId) });

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

/** Receipt of a paid invoice: on screen, on paper, as a PDF. */
export default function Receipt() {
  const { id, paper, why_not, rights } = useLoaderData<typeof loader>();
  const here = `/invoices/${id}`;
  return (
    <div className="stack loose">
      <PageHead title="Receipt" />
      {why_not ? (
        <RefusalNotice why={why_not} back={{ href: here, label: "Back to the invoice" }} />
      ) : (
        <>
          <div className="row screen-only">
            {rights.send ? (
              <ButtonLink href={`${here}/send`} tone="primary">
                Send Receipt
              </ButtonLink>
            ) : null}
            <button type="button" className="button" data-print hidden>
              Print
            </button>{" "}
            <ButtonLink href={`${here}/file?as=receipt`} tone="quiet">
              PDF
            </ButtonLink>
            <ButtonLink href={here} tone="quiet">
              The invoice
            </ButtonLink>
          </div>
          <InvoiceSheet paper={paper} />
        </>
      )}
    </div>
  );
}
