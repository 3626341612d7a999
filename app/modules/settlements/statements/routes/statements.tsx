import "~/styles/pay.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { createFilterReader } from "~/lib/text/unreadable-filter";
import { parsePage } from "~/modules/jobs/rules/page-of";
import { SelectField, TextField } from "~/ui/field";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/parts";
import { UnreadableFilter } from "~/ui/unreadable-filter";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { listPayStatements, STATEMENT_STATUSES } from "../data/money.server";
import { StatementRows } from "../ui/statement-rows";

export async function loader(args: LoaderFunctionArgs) {
  const { url } = args.request;
  const { choice, id, day, unreadable } = createFilterReader(url);
  const list = await callProcedure(listPayStatements, await createContext(args), {
    page: parsePage(url),
    status: choice("status", "Status", STATEMENT_STATUSES),
    company_id: id("company", "Company"),
    from: day("from", "From"),
    to: day("to", "To"),
  });
  return { ...list, unreadable, query: new URL(url).search.slice(1) };
}

const CHOICES = [
  { value: "draft", label: "Draft" },
  { value: "unpaid", label: "Unpaid" },
  { value: "overdue", label: "Overdue" },
  { value: "paid", label: "Paid" },
  { value: "void", label: "Void" },
];

/** All statements, newest first, filtered by the URL. */
export default function PayStatementsPage() {
  const { rows, total, page, page_size, others, by, year, query, unreadable } =
    useLoaderData<typeof loader>();
  const isNarrowed = Boolean(by.status ?? by.company_id ?? by.from ?? by.to);
  if (total === 0 && !isNarrowed && !unreadable.length)
    return (
      <EmptyState title="No statements yet" next={{ href: "/settlements", label: "See what's due" }}>
        <p className="soft">A statement lists the loads that one company pays another, with every amount.</p>
      </EmptyState>
    );
  return (
    <div className="stack loose">
      <form method="get" className="payfilter screen-only" aria-label="Filter statements">
        <SelectField
          field={{ id: "status", name: "status", defaultValue: by.status ?? "" }}
          label="Status"
          options={CHOICES}
          empty="Any"
        />
        <SelectField
          field={{ id: "company", name: "company", defaultValue: String(by.company_id ?? "") }}
          label="Company"
          options={others}
          empty="Any"
        />
        <TextField
          field={{ id: "from", name: "from", defaultValue: by.from ?? "" }}
          label="From"
          type="date"
          short
        />
        <TextField field={{ id: "to", name: "to", defaultValue: by.to ?? "" }} label="To" type="date" short />
        <button type="submit" className="button">
          Show
        </button>
      </form>
      <p className="screen-only">
        <a href={`/settlements/year/${year}`}>Paid in {year}, by company</a>
      </p>
      {unreadable.length ? (
        <UnreadableFilter parts={unreadable} />
      ) : rows.length ? (
        <StatementRows rows={rows} side="both" />
      ) : (
        <EmptyState
          title="No statements match"
          next={{ href: "/settlements/statements", label: "Show all statements" }}
        />
      )}
      <Pagination
        pathname="/settlements/statements"
        query={query}
        page={page}
        pageSize={page_size}
        total={unreadable.length ? 0 : total}
        noun="statement"
      />
    </div>
  );
}
