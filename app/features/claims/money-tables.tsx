import { formatMoney } from "~/domain/money/money";
import { count } from "~/domain/text/text";
import { type MoneyAsked, type MoneyState, type MoneySums, moneyHref, moneyStateWords } from "./money-states";

type Row = { id: number; name: string; sums: MoneySums };
const COLUMNS: readonly MoneyState[] = ["paid", "stated", "open", "lacking"];

/** What one payer pays on a job by payee or by service: each sum leads to the list of its lines. */
export function MoneyTable(props: {
  head: string;
  rows: readonly Row[];
  money: string;
  asked(row: Row): MoneyAsked;
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
                {moneyStateWords(state)}
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
                  href={moneyHref(money, { state, ...asked(row) })}
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
    <td className="num" data-label={moneyStateWords(state)}>
      <a href={href}>{state === "lacking" ? lines.toLocaleString("en-US") : formatMoney(cents)}</a>
      {state === "lacking" ? null : <span className="soft small block"> {count(lines, "line")}</span>}
    </td>
  );
}
