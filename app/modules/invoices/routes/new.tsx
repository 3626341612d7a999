import "~/styles/invoices.css";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure, submit } from "~/web/form-action.server";
import { createSubmissionId } from "~/web/submission-id.server";
import { getNewInvoiceForm } from "../data/forms.server";
import { createInvoice } from "../data/write.server";
import { InvoiceForm } from "../ui/invoice-form";

export const meta: MetaFunction = () => [{ title: "New invoice · Timbertally" }];

const whole = (text: string | null) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
const startOf = (url: string) => {
  const { searchParams: at } = new URL(url);
  return {
    statement: whole(at.get("statement")),
    copy: whole(at.get("copy")),
    customer: whole(at.get("customer")),
  };
};

export async function loader(args: LoaderFunctionArgs) {
  const form = await callProcedure(getNewInvoiceForm, await createContext(args), startOf(args.request.url));
  return { ...form, submission_id: createSubmissionId() };
}

export const action = (args: ActionFunctionArgs) =>
  submit(createInvoice, args, {
    fixed: { settlement_statement_id: startOf(args.request.url).statement },
    to: ({ id }) => `/invoices/${id}?done=invoice-saved`,
  });

/** Page to create an invoice: for a statement, or with typed lines. */
export default function NewInvoice() {
  const { values, lines, claims, statements, statement, customers, submission_id } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="narrow stack loose">
      <PageHead
        title={statement ? `Invoice for statement ${statement.number}` : "New invoice"}
        lede="It's a draft until you issue it. Then it gets a number and you can send it."
      />
      {statements.length && !statement ? (
        <section className="card" aria-labelledby="from-statement">
          <h2 id="from-statement">For a statement</h2>
          <ul className="rows">
            {statements.map((s) => (
              <li key={s.id}>
                <a href={`/invoices/new?statement=${s.id}`}>
                  Statement {s.number} from {s.payer}
                </a>{" "}
                <span className="soft small">through {formatDay(s.period_end)}</span>{" "}
                <span className="num">{formatMoney(s.total_cents)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {customers.length && !statement ? (
        <nav className="chips" aria-label="Customers">
          <span>Bill again: </span>
          {customers.map((c) => (
            <Fragment key={c.invoice_id}>
              <a className="chip" href={`/invoices/new?customer=${c.invoice_id}`}>
                {c.name}
              </a>{" "}
            </Fragment>
          ))}
        </nav>
      ) : null}
      <InvoiceForm
        key={values.customer_name}
        values={values}
        lines={lines}
        claims={claims}
        statement={statement}
        result={result}
        submissionId={submission_id}
        button="Save the draft"
        back={{ href: statement ? `/settlements/statements/${statement.id}` : "/invoices", label: "Cancel" }}
      />
    </div>
  );
}
