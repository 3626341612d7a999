import "~/styles/pay.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createBreadcrumbHandle } from "~/ui/naming";
import { Pagination } from "~/ui/pagination";
import { ButtonLink } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, parseId } from "~/web/form-action.server";
import { getPayStatement, LINES_PER_PAGE } from "../data/statement.server";
import { PayStatementDocument } from "../ui/statement-paper";

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const page = /^\d{1,5}$/.test(searchParams.get("page") ?? "") ? Number(searchParams.get("page")) : 0;
  const all = searchParams.has("print");
  const id = parseId(args.params.statementId);
  const statement = await callProcedure(getPayStatement, await createContext(args), { id, page, all });
  return { ...statement, all, page_size: LINES_PER_PAGE };
}

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/statements/:statementId": ({ title }) => title,
});

const FILES = [
  ["pdf", "PDF"],
  ["csv", "CSV"],
  ["xlsx", "XLSX"],
] as const;
const BOOKS = [
  ["bills", "QuickBooks CSV"],
  ["iif", "QuickBooks IIF"],
] as const;

/** Statement page, shown to the payer and the payee. */
export default function PayStatementPage() {
  const statement = useLoaderData<typeof loader>();
  const { head, page, page_size, all, is_payer, invoice, rights } = statement;
  const here = `/settlements/statements/${head.id}`;
  const files = is_payer && head.number !== null ? [...FILES, ...BOOKS] : FILES;
  return (
    <div className="stack loose">
      <div className="row screen-only">
        {all ? (
          <>
            <button type="button" className="button primary" data-print hidden>
              Print
            </button>{" "}
            <ButtonLink href={here}>Back to the statement</ButtonLink>
          </>
        ) : (
          <>
            {rights.pay ? (
              <ButtonLink href={`${here}/payment`} tone="primary">
                Record payment
              </ButtonLink>
            ) : null}
            {rights.invoice ? (
              <ButtonLink href={`/invoices/new?statement=${head.id}`}>Make an invoice</ButtonLink>
            ) : null}
            {invoice ? <ButtonLink href={`/invoices/${invoice.id}`}>{invoice.title}</ButtonLink> : null}
            <ButtonLink href={`${here}?print=1`}>Print</ButtonLink>
            {files.map(([as, label]) => (
              <ButtonLink key={as} href={`${here}/file?as=${as}`} tone="quiet">
                {label}
              </ButtonLink>
            ))}
          </>
        )}
      </div>
      <PayStatementDocument statement={statement} />
      {rights.void || rights.reverse ? (
        <div className="row screen-only">
          {rights.reverse ? <ButtonLink href={`${here}/reversal`}>Take a payment back</ButtonLink> : null}
          {rights.void ? <ButtonLink href={`${here}/voiding`}>Void this statement</ButtonLink> : null}
        </div>
      ) : null}
      {all ? null : (
        <Pagination
          pathname={here}
          query=""
          page={page}
          pageSize={page_size}
          total={head.line_count}
          noun="line"
        />
      )}
    </div>
  );
}
