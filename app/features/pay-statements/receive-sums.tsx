import "~/styles/pay.css";
import { formatMoney } from "~/domain/money/money";
import { formatDay } from "~/domain/time/time";

type Sums = { unpaid_cents: number; open_cents: number; next_pay_on: string | null };

/** What a company is to be paid: on statements, and for loads that are on none yet. */
export const ReceiveSums = ({ unpaid_cents, open_cents, next_pay_on }: Sums) => (
  <div className="stack">
    <p className="paysum">
      <strong>{formatMoney(unpaid_cents)}</strong>{" "}
      <span className="soft">
        on statements{next_pay_on ? `. Expected ${formatDay(next_pay_on)}` : " that aren't paid"}
      </span>
    </p>
    <p className="paysum">
      <strong>{formatMoney(open_cents)}</strong>{" "}
      <span className="soft">for loads not on a statement yet</span>
    </p>
  </div>
);
