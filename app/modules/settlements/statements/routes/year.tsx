import "~/styles/pay.css";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoney } from "~/lib/money/money";
import { createBreadcrumbHandle } from "~/ui/naming";
import { ButtonLink, EmptyState, PageHead } from "~/ui/parts";
import { createContext } from "~/web/context.server";
import { callProcedure } from "~/web/form-action.server";
import { getYearlyPayments } from "../data/money.server";
import { parseYear } from "../data/year.server";

export const loader = async (args: LoaderFunctionArgs) =>
  callProcedure(getYearlyPayments, await createContext(args), { year: parseYear(args.params.year) });

export const handle = createBreadcrumbHandle<typeof loader>({
  "/settlements/year/:year": ({ year }) => `Paid in ${year}`,
});

/** Payments to each company in a year. */
export default function YearlyPaymentsPage() {
  const { year, rows, total } = useLoaderData<typeof loader>();
  return (
    <div className="stack loose">
      <PageHead
        title={`Paid in ${year}`}
        lede="By the day of payment. Ask your bookkeeper what you have to report."
        actions={
          <>
            <ButtonLink href={`/settlements/year/${year - 1}`}>{year - 1}</ButtonLink>
            <ButtonLink href={`/settlements/year/${year + 1}`}>{year + 1}</ButtonLink>
            {rows.length ? <ButtonLink href={`/settlements/year/${year}/file`}>CSV</ButtonLink> : null}
          </>
        }
      />
      {rows.length === 0 ? (
        <EmptyState
          title={`Nothing was paid in ${year}`}
          next={{ href: "/settlements", label: "See what's due" }}
        />
      ) : (
        <div className="tablewrap">
          <table className="cards pay">
            <caption className="sr">Paid in {year}, by company</caption>
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col">EIN</th>
                <th scope="col" className="num">
                  Payments
                </th>
                <th scope="col" className="num">
                  Paid
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="wide">
                    <strong>{row.name}</strong>
                  </td>
                  <td data-label="EIN">{row.ein ?? <strong>Missing</strong>}</td>
                  <td className="num" data-label="Payments">
                    {row.payments}
                  </td>
                  <td className="num" data-label="Paid">
                    <strong>{formatMoney(row.cents)}</strong>
                  </td>
                </tr>
              ))}
              <tr>
                <td className="wide">
                  <strong>All</strong>
                </td>
                <td className="empty" />
                <td className="empty" />
                <td className="num" data-label="Paid">
                  <strong>{formatMoney(total)}</strong>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
