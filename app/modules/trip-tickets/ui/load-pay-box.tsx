import { DetailBox } from "~/ui/parts";
import type { LoadPayLine, TicketPay } from "../data/load-pay.server";

/** Box with the load's pay, shown to its payers and payees only. */
export function LoadPayBox(props: { pay: TicketPay | null; rates: string; correction: string | null }) {
  const { pay, rates, correction } = props;
  if (pay === null) return null;
  return (
    <DetailBox title="Settlement" edit={pay.keeps_rates ? { href: rates, label: "Rates" } : null}>
      <dl className="facts">
        {pay.lines.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </dl>
      {correction ? (
        <p>
          <a href={correction}>Correct this paid load</a>
        </p>
      ) : null}
    </DetailBox>
  );
}

function Line({ service, between, how, amount, problem, status, statement, payable, leave }: LoadPayLine) {
  return (
    <>
      <dt>{service}</dt>
      <dd>
        {amount === null ? problem : <strong>{amount}</strong>}
        <br />
        <span className="hint">{[how, between].filter(Boolean).join(". ")}</span>
        <br />
        {statement === null ? status : <a href={`/settlements/statements/${statement}`}>{status}</a>}
        {payable ? (
          <>
            {" "}
            <a href={payable.href}>
              {payable.label}
              <span className="sr">: {service}</span>
            </a>
          </>
        ) : null}
        {leave ? (
          <>
            {" "}
            <a href={leave}>
              Ask for help<span className="sr">: {service}</span>
            </a>
          </>
        ) : null}
      </dd>
    </>
  );
}
