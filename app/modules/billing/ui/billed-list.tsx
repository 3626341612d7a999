import { formatMoney } from "~/lib/money/money";

type Row = {
  id: string;
  number: string;
  day: string;
  words: string;
  waits: boolean;
  total_cents: number;
  url: string | null;
  pdf_url: string | null;
};

/** Subscription charges of the company; each line links to Stripe's own page. */
export function SubscriptionChargeList({ rows, cards }: { rows: readonly Row[]; cards: boolean }) {
  return (
    <section className="stack" aria-labelledby="billed">
      <h3 id="billed">Billing history</h3>
      {rows.length === 0 ? (
        <p>{cards ? "Nothing charged yet." : "Nothing charged: this site takes no cards."}</p>
      ) : (
        <div className="tablewrap">
          <table className="cards pay">
            <caption className="sr">Invoices for your subscription</caption>
            <thead>
              <tr>
                <th scope="col">Invoice</th>
                <th scope="col">Date</th>
                <th scope="col">Status</th>
                <th scope="col" className="num">
                  Total
                </th>
                <th scope="col">PDF</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="wide">
                    {row.url ? (
                      <a className="rowlink" href={row.url} rel="noreferrer">
                        {row.number}
                      </a>
                    ) : (
                      row.number
                    )}
                  </td>
                  <td data-label="Date">{row.day}</td>
                  <td data-label="Status">{row.waits ? <strong>{row.words}</strong> : row.words}</td>
                  <td className="num" data-label="Total">
                    {formatMoney(row.total_cents)}
                  </td>
                  <td data-label="PDF">
                    {row.pdf_url ? (
                      <a href={row.pdf_url} rel="noreferrer">
                        PDF<span className="sr"> of {row.number}</span>
                      </a>
                    ) : (
                      "—"
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
