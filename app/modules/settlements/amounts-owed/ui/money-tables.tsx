import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import {
  buildMoneyHref,
  getMoneyStateLabel,
  type JobMoneyFilter,
  type MoneyState,
  type MoneySums,
} from "../rules/money-states";

type Row = { id: number; name: string; sums: MoneySums };
const COLUMNS: readonly MoneyState[] = ["paid", "stated", "open", "lacking"];

/** Table of one payer's amounts on a job by payee or service; each amount links to the list of its lines. */
export function MoneyTable(props: {
  head: string;
  rows: readonly Row[];
  money: string;
  asked(row: Row): JobMoneyFilter;
}) {
  const { head, rows, money, asked } = props;
  return (
    <div className="tablewrap">
      <table className="cards pay">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {COLUMNS.map((state) => (
              <th key={state} scope="col" className="num">
                {getMoneyStateLabel(state)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="wide">
                <strong>{row.name}</strong>
              </td>
              {COLUMNS.map((state) => (
                <MoneyCell
                  key={state}
                  state={state}
                  sums={row.sums}
                  href={buildMoneyHref(money, { state, ...asked(row) })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MoneyCell({ state, sums, href }: { state: MoneyState; sums: MoneySums; href: string }) {
  const { lines, cents } = sums[state];
  if (lines === 0) return <td className="num empty" />;
  return (
    <td className="num" data-label={getMoneyStateLabel(state)}>
      <a href={href}>{state === "lacking" ? lines.toLocaleString("en-US") : formatMoney(cents)}</a>
      {state === "lacking" ? null : <span className="soft small block"> {formatCount(lines, "line")}</span>}
    </td>
  );
}
