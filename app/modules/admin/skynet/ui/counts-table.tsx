import type { MetricName } from "../rules/metrics";

type Counted = {
  metric: MetricName;
  label: string;
  says: string;
  ahead: boolean;
  week: number;
  before: number;
  month: number;
};

const said = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 1 });

/** Table of all site metrics, each with a link to its chart. */
export function CountsTable({ counts }: { counts: readonly Counted[] }) {
  return (
    <section className="stack">
      <h2>All numbers</h2>
      <div className="tablewrap admin-rows">
        <table className="cards">
          <caption className="sr">All numbers</caption>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col" className="num">
                Last 7 days
              </th>
              <th scope="col" className="num">
                7 days before
              </th>
              <th scope="col" className="num">
                Last 30 days
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map((row) => (
              <tr key={row.metric}>
                <th scope="row" className="wide">
                  <a href={`/admin/charts?metric=${row.metric}`}>{row.label}</a>{" "}
                  <span className="soft small block">{`${row.says}${row.ahead ? "; looks ahead from today" : ""}`}</span>
                </th>
                <td className="num" data-label={row.ahead ? "Next 7 days" : "Last 7 days"}>
                  {said(row.week)}
                </td>
                <td className="num" data-label={row.ahead ? "7 days after" : "7 days before"}>
                  {said(row.before)}
                </td>
                <td className="num" data-label={row.ahead ? "Next 30 days" : "Last 30 days"}>
                  {said(row.month)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
