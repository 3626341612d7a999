import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";

type Row = {
  id: number;
  number: number | null;
  payer: string;
  receiver: string;
  period_end: string;
  pay_on: string;
  status: "Draft" | "Unpaid" | "Paid" | "Void";
  is_overdue: boolean;
  total_cents: number;
  paid_cents: number;
};

/** Format the status: "Expected Nov 27, 2026" if unpaid, with the remainder if partly paid, else the statement's status. */
function standing({ status, is_overdue, pay_on, total_cents, paid_cents }: Row): string {
  if (status !== "Unpaid") return status;
  const day = `${is_overdue ? "overdue since" : "expected"} ${formatDay(pay_on)}`;
  if (paid_cents > 0) return `${formatMoney(total_cents - paid_cents)} left, ${day}`;
  return `${day[0]?.toUpperCase()}${day.slice(1)}`;
}

/** Table of statements, one per row; on a phone each is a card with the amount last. */
export function StatementRows({ rows, side }: { rows: Row[]; side: "payer" | "both" }) {
  return (
    <div className="tablewrap">
      <table className="cards pay">
        <caption className="sr">Statements</caption>
        <thead>
          <tr>
            <th scope="col">Statement</th>
            <th scope="col">{side === "payer" ? "From" : "From and to"}</th>
            <th scope="col">Loads through</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="wide">
                <a className="rowlink" href={`/settlements/statements/${row.id}`}>
                  {row.number === null ? "Draft" : row.number}
                </a>
              </td>
              <td data-label={side === "payer" ? "From" : "From and to"}>
                {side === "payer" ? row.payer : `${row.payer} to ${row.receiver}`}
              </td>
              <td data-label="Loads through">{formatDay(row.period_end)}</td>
              <td data-label="Status">
                {row.is_overdue ? <span className="tag amber">{standing(row)}</span> : standing(row)}
              </td>
              <td className="num" data-label="Total">
                <strong>{formatMoney(row.total_cents)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
