import "~/styles/pay.css";
import { formatMoney } from "~/domain/money/money";
import { formatDay } from "~/domain/time/time";

type Sums = {
  unpaid_cents: number;
  open_cents: number;
  /** What is expected on the next day of payment, and the last day on which something is. */
  next_pay: { pay_on: string; cents: number } | null;
  last_pay_on: string | null;
};

/** "Expected Nov 27, 2026", or how much of it then and by when the rest. */
function expected({ next_pay: next, last_pay_on: last }: Sums): string {
  if (!next) return " that aren't paid";
  if (last === null || last === next.pay_on) return `. Expected ${formatDay(next.pay_on)}`;
  return `. ${formatMoney(next.cents)} expected ${formatDay(next.pay_on)}, the rest by ${formatDay(last)}`;
}

/** What a company is to be paid: on statements, and for loads that are on none yet. */
export const ReceiveSums = (sums: Sums) => (
  <div className="stack">
    <p className="paysum">
      <strong>{formatMoney(sums.unpaid_cents)}</strong>{" "}
      <span className="soft">on statements{expected(sums)}</span>
    </p>
    <p className="paysum">
      <strong>{formatMoney(sums.open_cents)}</strong>{" "}
      <span className="soft">for loads not on a statement yet</span>
    </p>
  </div>
);
