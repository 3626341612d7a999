import "~/styles/invoices.css";
import "~/styles/pay.css";
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { SelectField } from "~/ui/field";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getInvoiceList } from "../data/list.server";
import { DISPLAYED_INVOICE_STATUSES, INVOICE_STATUS_LABELS } from "../rules/invoices";
import { InvoiceRows } from "../ui/invoice-rows";

export const meta: MetaFunction = () => [{ title: "Invoices · Timbertally" }];

export async function loader(args: LoaderFunctionArgs) {
  const { url } = args.request;
  // Without JavaScript the filter form also sends empty fields, which the URL for all invoices omits.
  if (new URL(url).searchParams.get("status") === "") throw redirect(hrefOf({}));
  const ctx = await createContext(args);
  const { choice, id, unreadable } = createFilterReader(url);
  const list = await callProcedure(getInvoiceList, ctx, {
    status: choice("status", "Status", DISPLAYED_INVOICE_STATUSES),
    first_id: id("first_id", "Before invoice"),
    last_id: id("last_id", "After invoice"),
  });
  return { ...list, unreadable, creates: ctx.actor.permissions.invoice.create };
}

const OPTIONS = DISPLAYED_INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_LABELS[value] }));

/** URL of another page of the same list; empty parameters are omitted. */
function hrefOf(query: Record<string, string | number | undefined>): string {
  const matches = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(matches.map(([name, value]) => [name, String(value)])).toString();
  return text ? `/invoices?${text}` : "/invoices";
}

/** The company's invoices, filtered by status, ten a page. */
export default function Invoices() {
  const { rows, asked, open_cents, late_cents, has_any, has_previous, has_next, creates, unreadable } =
    useLoaderData<typeof loader>();
  const { status } = asked;
  const next = creates ? { href: "/invoices/new", label: "New invoice" } : null;
  return (
    <div className="stack loose">
      <PageHead title="Invoices" lede="What you've billed, and what has been paid.">
        {creates && has_any ? (
          <div className="row">
            <ButtonLink href="/invoices/new" tone="primary">
              New invoice
            </ButtonLink>
          </div>
        ) : null}
      </PageHead>
      {has_any ? (
        <>
          <dl className="invtotals">
            <div>
              <dt>To come in</dt>
              <dd>{formatMoney(open_cents)}</dd>
            </div>
            <div className={late_cents ? "late" : undefined}>
              <dt>Past due</dt>
              <dd>{formatMoney(late_cents)}</dd>
            </div>
          </dl>
          <form method="get" className="payfilter screen-only" aria-label="Filter invoices">
            <SelectField
              field={{ id: "status", name: "status", defaultValue: status ?? "" }}
              label="Status"
              options={OPTIONS}
              empty="Any"
            />
            <button type="submit" className="button">
              Show
            </button>
          </form>
        </>
      ) : null}
      {unreadable.length ? (
        <UnreadableFilter parts={unreadable} />
      ) : rows.length ? (
        <InvoiceRows rows={rows} />
      ) : has_any ? (
        <EmptyState title="No invoices found" next={{ href: "/invoices", label: "Show all invoices" }} />
      ) : (
        <EmptyState title="No invoices found" next={next}>
          <p className="soft">
            Ask a customer to pay for a statement you received, or for firewood, road rock or anything else.
          </p>
        </EmptyState>
      )}
      {!unreadable.length && (has_previous || has_next) ? (
        <nav className="pager" aria-label="Pages">
          {has_previous ? (
            <ButtonLink href={hrefOf({ status, first_id: rows[0]?.id })}>Previous</ButtonLink>
          ) : null}
          {has_next ? (
            <ButtonLink href={hrefOf({ status, last_id: rows.at(-1)?.id })}>Next</ButtonLink>
          ) : null}
        </nav>
      ) : null}
      <p className="soft small screen-only">
        For customers who pay by card, see your <a href="/company/payment-account">payment account</a>.
      </p>
    </div>
  );
}
