import { formatMoney } from "~/lib/money/money";
import { formatPhone } from "~/lib/text/phone";
import { formatDay } from "~/lib/time/time";
import { Facts } from "~/ui/parts";
import { type InvoiceDocument, invoiceStatusMessage } from "../rules/paper";
import { InvoiceStatus } from "./invoice-status";

const Lines = ({ lines }: { lines: InvoiceDocument["lines"] }) => (
  <div className="tablewrap">
    <table className="invlines">
      <caption className="sr">Lines of the invoice</caption>
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col" className="num">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.seq}>
            <td>
              {line.description}
              {line.quantity ? <span className="note"> {line.quantity}</span> : null}
              {line.claim ? <span className="note"> {line.claim}</span> : null}
            </td>
            <td className="num">{formatMoney(line.amount_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Invoice document with issuer, customer, every line, sums and payments; issuer and customer see the same document. */
export function InvoiceSheet({ paper }: { paper: InvoiceDocument }) {
  const { issuer, customer } = paper;
  return (
    <div className="invoice stack loose">
      <div className="invhead">
        <div>
          <p className="invdue">
            <strong>{invoiceStatusMessage(paper)}</strong>
          </p>
          <InvoiceStatus status={paper.status} />
        </div>
        <address>
          <strong>{issuer.name}</strong> {issuer.address ? <span>{issuer.address}</span> : null}{" "}
          {issuer.phone ? <a href={`tel:${issuer.phone}`}>{formatPhone(issuer.phone)}</a> : null}
        </address>
      </div>
      <Facts
        facts={[
          {
            term: "Bill to",
            value: [customer.name, customer.address].filter(Boolean).join(", "),
          },
          { term: "Date", value: formatDay(paper.issued_on) },
          ...(paper.due_on ? [{ term: "Due", value: formatDay(paper.due_on) }] : []),
        ]}
      />
      <Lines lines={paper.lines} />
      <table className="invsums">
        <caption className="sr">Totals</caption>
        <tbody>
          {paper.sums.map(({ label, cents }) => (
            <tr key={label} className={label === "Total" ? "whole" : undefined}>
              <th scope="row">{label}</th>
              <td className="num">{formatMoney(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {paper.payments.length ? (
        <section className="stack" aria-labelledby="payments">
          <h3 id="payments">Payments</h3>
          <ul className="rows card">
            {paper.payments.map((p) => (
              <li key={p.id}>
                <span>
                  <strong>{formatDay(p.day)}</strong> <span className="soft small">{p.words}</span>
                </span>{" "}
                <span className="num">{formatMoney(p.amount_cents)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {paper.memo ? <p className="invmemo">{paper.memo}</p> : null}
      <p className="soft small">Amounts in US dollars.</p>
    </div>
  );
}
