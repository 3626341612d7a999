import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import { Facts } from "~/ui/parts";
import type { getPayStatement } from "../data/statement.server";
import { groupLines } from "../rules/paper";
import { formatFooter, formatPayment, getStatementHeaderFacts } from "../rules/paper-words";
import { StatementLines } from "./statement-lines";

export type PayStatementPageData = Awaited<ReturnType<typeof getPayStatement.run>>;

/** Complete statement: payer, payee, every line, the balances between the two companies, and the total. */
export function PayStatementDocument({ statement }: { statement: PayStatementPageData }) {
  const { head, lines, subtotals, sums, payments, balances, is_payer } = statement;
  const groups = groupLines(lines);
  const { parties, terms } = getStatementHeaderFacts(head, is_payer);
  return (
    <>
      <div className="payhead">
        <Facts facts={parties} />
        <Facts
          facts={terms.map((fact) =>
            fact.term === "Status" ? { ...fact, value: <strong>{fact.value}</strong> } : fact,
          )}
        />
        <Facts
          facts={[{ term: "Total", value: <strong className="num">{formatMoney(head.total_cents)}</strong> }]}
        />
      </div>
      <StatementLines
        groups={groups}
        subtotals={subtotals}
        askHref={(seq) =>
          statement.rights.remark ? `/settlements/statements/${head.id}/lines/${seq}` : null
        }
      />
      {balances.length ? (
        <section className="stack" aria-labelledby="balances">
          <h3 id="balances">Balances between you</h3>
          <div className="tablewrap">
            <table className="cards pay">
              <caption className="sr">Balances before and after this statement</caption>
              <thead>
                <tr>
                  <th scope="col">Balance</th>
                  <th scope="col" className="num">
                    Opening
                  </th>
                  <th scope="col" className="num">
                    This statement
                  </th>
                  <th scope="col" className="num">
                    Closing
                  </th>
                </tr>
              </thead>
              <tbody>
                {balances.map((b) => (
                  <tr key={b.label}>
                    <td className="wide">
                      <strong>{b.label}</strong>
                    </td>
                    <td className="num" data-label="Opening">
                      {formatMoney(b.opening)}
                    </td>
                    <td className="num" data-label="This statement">
                      {formatMoney(b.movement)}
                    </td>
                    <td className="num" data-label="Closing">
                      {formatMoney(b.closing)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ) : null}
      <table className="payfoot">
        <caption className="sr">Sums</caption>
        <tbody>
          {sums.map(({ label, cents }) => (
            <tr key={label} className={label === "Total" ? "whole" : undefined}>
              <th scope="row">{label}</th>
              <td className="num">{formatMoney(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {payments.length ? (
        <section className="stack" aria-labelledby="payments">
          <h3 id="payments">Payments</h3>
          <ul className="rows card">
            {payments.map((p) => (
              <li key={p.id}>
                <span>
                  <strong>{formatDay(p.paid_on)}</strong>{" "}
                  <span className="soft small">{formatPayment(p)}</span>
                </span>{" "}
                <span className="num">{formatMoney(p.amount_cents)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="soft small">{formatFooter(head)}</p>
    </>
  );
}
