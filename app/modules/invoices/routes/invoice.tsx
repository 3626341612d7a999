import "~/styles/invoices.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ActionForm } from "~/ui/action-form";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, Notice } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getInvoicePage } from "../data/page.server";
import { InvoiceSheet } from "../ui/invoice-paper";

export async function loader(args: LoaderFunctionArgs) {
  const page = await callProcedure(getInvoicePage, await createContext(args), {
    invoice_id: parseId(args.params.invoiceId),
  });
  return { ...page, submission_id: createSubmissionId() };
}

export const handle = createBreadcrumbHandle<typeof loader>({ "/invoices/:invoiceId": ({ title }) => title });

/** Page of an invoice for its issuer: the next action, the document, and the messages that sent it. */
export default function Invoice() {
  const { id, paper, statement_id, sendings, cards, rights, submission_id } = useLoaderData<typeof loader>();
  const here = `/invoices/${id}`;
  const isPaid = paper.status === "paid";
  return (
    <div className="stack loose">
      {sendings.at(-1)?.failed ? (
        <Notice tone="danger" title="Failed to send invoice">
          <p>See why below. Send it again, or give the customer the link.</p>
        </Notice>
      ) : null}
      {cards.map((news) => (
        <Notice key={news.id} tone={news.waits ? "danger" : undefined} title={news.words} />
      ))}
      <div className="row screen-only">
        {rights.issue ? (
          <ActionForm
            action={`${here}/issuing`}
            submissionId={submission_id}
            button="Issue this invoice"
            className="inline"
          />
        ) : null}
        {rights.edit ? <ButtonLink href={`${here}/edit`}>Edit</ButtonLink> : null}
        {rights.send ? (
          <ButtonLink href={`${here}/send`} tone={sendings.length && !isPaid ? "" : "primary"}>
            {isPaid ? "Send Receipt" : sendings.length ? "Send again" : "Send"}
          </ButtonLink>
        ) : null}
        {rights.pay ? (
          <ButtonLink href={`${here}/payment`} tone={sendings.length ? "primary" : ""}>
            Mark paid
          </ButtonLink>
        ) : null}
        {isPaid ? <ButtonLink href={`${here}/receipt`}>Receipt</ButtonLink> : null}
        <button type="button" className="button" data-print hidden>
          Print
        </button>{" "}
        <ButtonLink href={`${here}/file`} tone="quiet">
          PDF
        </ButtonLink>
      </div>
      {rights.issue ? (
        <p className="soft screen-only">
          Once issued, it gets its number and can't change. If you find a mistake later, void it and make a
          copy.
        </p>
      ) : null}
      <InvoiceSheet paper={paper} />
      {sendings.length ? (
        <section className="stack screen-only" aria-labelledby="sent">
          <h2 id="sent">Sent</h2>
          <ul className="rows card">
            {sendings.map((s) => (
              <li key={s.id}>
                <span>
                  {s.what} to {s.to}: {s.fate}
                </span>{" "}
                <span className="soft small">{s.at}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className="row screen-only">
        {statement_id ? (
          <ButtonLink href={`/settlements/statements/${statement_id}`}>The statement</ButtonLink>
        ) : null}
        {rights.copy ? (
          <ButtonLink href={`/invoices/new?copy=${id}`}>Copy to a new invoice</ButtonLink>
        ) : null}
        {rights.reverse ? <ButtonLink href={`${here}/reversal`}>Take a payment back</ButtonLink> : null}
        {rights.delete ? (
          <ButtonLink href={`${here}/deletion`}>{paper.status === "draft" ? "Delete" : "Void"}</ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
