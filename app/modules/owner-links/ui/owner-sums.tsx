import { formatCount } from "~/lib/text/text";
import type { DeliveredSums, LoadNumberSummary } from "../data/loads.server";

/** Table of deliveries by product and destination. */
export function OwnerDeliveryTable({ sums }: { sums: Pick<DeliveredSums, "rows" | "estimated"> }) {
  if (sums.rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="delivered">
      <h2 id="delivered">Where your wood went</h2>
      <ul className="rows owner-sums">
        {sums.rows.map((row) => (
          <li key={`${row.product} ${row.place} ${row.volume}`}>
            <span>
              <strong>{row.product}</strong> <span className="block">to {row.place}</span>
            </span>{" "}
            <span className="num">
              <strong>{row.volume}</strong> <span className="block">{formatCount(row.loads, "load")}</span>
            </span>
          </li>
        ))}
      </ul>
      {sums.estimated ? (
        <p className="soft">
          {sums.estimated === 1
            ? "One of these loads is not scaled yet. Its amount is an estimate."
            : `${sums.estimated} of these loads are not scaled yet. Their amounts are estimates.`}
        </p>
      ) : null}
    </section>
  );
}

/** Load numbers that are not in the list, with the reason, so that the owner notices gaps and can ask about them. */
export function MissingLoadNumbers({ numbers }: { numbers: LoadNumberSummary }) {
  const { missing, called_off, waiting } = numbers;
  if (!missing && !called_off && !waiting) return <p>Every load number is in this list.</p>;
  return (
    <div>
      <p>These load numbers are not in the list:</p>
      <ul>
        {waiting ? <li>Not picked up yet: {waiting}</li> : null}
        {called_off ? <li>Called off: {called_off}</li> : null}
        {missing ? <li>No load has this number: {missing}</li> : null}
      </ul>
    </div>
  );
}
