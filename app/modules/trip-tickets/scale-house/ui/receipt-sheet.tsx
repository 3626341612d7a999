import { Facts } from "~/ui/parts";
import type { Receipt } from "../data/receipt.server";

const known = <F extends { value: unknown }>(facts: F[]) => facts.filter((f) => f.value !== null);

/** A scale receipt for an 80 mm printer; it fits any paper. */
export function ReceiptSheet({ receipt: r, paper }: { receipt: Receipt; paper: string }) {
  return (
    <article className={`sheet paper-${paper} receipt`}>
      <header>
        <strong>{r.mill}</strong>
        {r.place === r.mill ? null : <p>{r.place}</p>}
        <h1>Ticket {r.number}</h1>
        <p>
          Load {r.load_number} of {r.job}
          {r.scale_ticket_number ? ` · scale ticket ${r.scale_ticket_number}` : ""}
        </p>
      </header>
      <Facts
        facts={known([
          { term: "Weighed", value: r.scaled },
          { term: "From", value: r.supplier },
          { term: "Product", value: r.product },
          { term: "Hauler", value: r.hauler },
          { term: "Driver", value: r.driver },
          { term: "Truck", value: r.truck },
        ])}
      />
      <Facts
        facts={known([
          { term: "Gross", value: r.gross },
          { term: "Tare", value: r.waits_for_tare ? "to come" : r.tare },
          { term: "Net", value: r.waits_for_tare ? null : r.net },
          { term: "Deduction", value: r.deduction },
          { term: "After deduction", value: r.after_deduction },
        ])}
      />
      {r.is_weighed ? null : <p className="total">Not weighed yet</p>}
      {r.volume ? <p className="total">{r.volume}</p> : null}
      <p className="sign">{r.scaler ? `Weighed by ${r.scaler}` : "Weighed by"}</p>
    </article>
  );
}
