import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import type { DisplayedInvoiceStatus } from "../rules/invoices";
import { InvoiceStatus } from "./invoice-status";

type Row = {
  id: number;
  number: number | null;
  customer: string;
  issued_on: string;
  due_on: string | null;
  status: DisplayedInvoiceStatus;
  total_cents: number;
  left_cents: number;
};

/** Table of invoices; on a phone, cards with the amounts last. */
export function InvoiceRows({ rows }: { rows: Row[] }) {
  return (
    <div className="tablewrap">
      <table className="cards pay">
        <caption className="sr">Invoices</caption>
        <thead>
          <tr>
            <th scope="col">Invoice</th>
            <th scope="col">Customer</th>
            <th scope="col">Date</th>
            <th scope="col">Due</th>
            <th scope="col">Status</th>
            <th scope="col" className="num">
              Left to pay
            </th>
            <th scope="col" className="num">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="wide">
                <a className="rowlink" href={`/invoices/${row.id}`}>
                  {row.number ?? "Draft"}
                </a>
              </td>
              <td data-label="Customer">{row.customer}</td>
              <td data-label="Date">{row.number === null ? "—" : formatDay(row.issued_on)}</td>
              <td data-label="Due">{row.due_on ? formatDay(row.due_on) : "—"}</td>
              <td data-label="Status">
                <InvoiceStatus status={row.status} />
              </td>
              <td className="num" data-label="Left to pay">
                {formatMoney(row.left_cents)}
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
