import "~/styles/pay.css";
import { formatMoney } from "~/domain/money/money";
import type { PayDays } from "~/domain/settling/pay-days";
import { formatDay } from "~/domain/time/time";

/** "Expected Nov 27, 2026", or how much of it then and by when the rest. */
function expected({ cents, overdue, next, last_on }: PayDays, word: string): string {
  if (!next) return "";
  const rest = cents - (overdue?.cents ?? 0) - next.cents;
  const day = formatDay(next.pay_on);
  if (!rest && !overdue) return `. ${word[0]?.toUpperCase()}${word.slice(1)} ${day}`;
  return `. ${formatMoney(next.cents)} ${word} ${day}${rest && last_on ? `, the rest by ${formatDay(last_on)}` : ""}`;
}

/** What is left of statements, to who is paid ("expected") or who pays ("due"), with what is overdue set apart. */
export function StatementSum({ days, word }: { days: PayDays; word: "expected" | "due" }) {
  return (
    <>
      <p className="paysum">
        <strong>{formatMoney(days.cents)}</strong>{" "}
        <span className="soft">on statements{days.cents ? expected(days, word) : " that aren't paid"}</span>
      </p>
      {days.overdue ? (
        <p>
          <a href="/settlements/statements?status=overdue">
            <span className="tag amber">
              {formatMoney(days.overdue.cents)} overdue since {formatDay(days.overdue.since)}
            </span>
          </a>
        </p>
      ) : null}
    </>
  );
}

/** What a company is to be paid: on statements, and for loads that are on none yet. */
export const ReceiveSums = ({ pay_days, open_cents }: { pay_days: PayDays; open_cents: number }) => (
  <div className="stack">
    <StatementSum days={pay_days} word="expected" />
    <p className="paysum">
      <strong>{formatMoney(open_cents)}</strong>{" "}
      <span className="soft">for loads not on a statement yet</span>
    </p>
  </div>
);
