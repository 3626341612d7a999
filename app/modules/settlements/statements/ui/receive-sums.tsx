import "~/styles/pay.css";
import { formatMoney } from "~/lib/money/money";
import { formatDay } from "~/lib/time/time";
import type { PayDaySummary } from "../../rules/pay-days";

/**
 * Format the next payment as "Expected Nov 27, 2026"; if several dates are due, the amount of the next date and the
 * last date for the rest.
 */
function expected({ cents, overdue, next, last_on }: PayDaySummary, word: string): string {
  if (!next) return "";
  const rest = cents - (overdue?.cents ?? 0) - next.cents;
  const day = formatDay(next.pay_on);
  if (!rest && !overdue) return `. ${word[0]?.toUpperCase()}${word.slice(1)} ${day}`;
  return `. ${formatMoney(next.cents)} ${word} ${day}${rest && last_on ? `, the rest by ${formatDay(last_on)}` : ""}`;
}

/** Unpaid sum of statements, for the payee ("expected") or the payer ("due"), with the overdue part shown separately. */
export function UnpaidStatementSum({ days, word }: { days: PayDaySummary; word: "expected" | "due" }) {
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

/** Amounts owed to a company: on statements, and for loads that aren't on a statement yet. */
export const ReceivableSums = ({ pay_days, open_cents }: { pay_days: PayDaySummary; open_cents: number }) => (
  <div className="stack">
    <UnpaidStatementSum days={pay_days} word="expected" />
    <p className="paysum">
      <strong>{formatMoney(open_cents)}</strong>{" "}
      <span className="soft">for loads not on a statement yet</span>
    </p>
  </div>
);
