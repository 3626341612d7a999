import type { z } from "zod";
import { formatMoney } from "~/lib/money/money";
import { toRecord } from "~/lib/object/records";
import { formatCount } from "~/lib/text/text";
import { formatDate } from "~/lib/time/time";
import { formatTicketLabel } from "~/modules/trip-tickets/rules/load-labels";
import type { previewOutput } from "../rules/output";

type Receiver = z.output<typeof previewOutput>["receivers"][number];

/** Checkboxes of the submitted form that was returned with errors; null if no form was submitted. */
type Ticks = { ticked: boolean; lower: boolean } | null;

/** Return a company's checkboxes from a returned form, by company id, because the list of receivers may have changed. */
export function readReceiverTicks(sent: Record<string, unknown>, company: number): Ticks {
  if (Object.keys(sent).length === 0) return null;
  const rows = Array.isArray(sent.receivers) ? sent.receivers.map(toRecord) : [];
  const own = rows.find((row) => row.receiving_company_id === String(company));
  return { ticked: own?.is_ticked === "on", lower: own?.takes_lower === "on" };
}

/** Card of a receiver in the preview: checkbox, statement total, and the number of loads left out. */
export function ReceiverCard({ receiver: r, at, ticks }: { receiver: Receiver; at: number; ticks: Ticks }) {
  const name = (field: string) => `receivers[${at}].${field}`;
  const id = `receiver-${r.receiving_company_id}`;
  // Corrections that lower earlier pay are included unless the user deselects them.
  const whole = r.lowered?.with ?? r;
  return (
    <li className="card stack">
      <div className="settle-one">
        <label className="check">
          <input
            type="checkbox"
            id={id}
            name={name("is_ticked")}
            value="on"
            defaultChecked={ticks ? ticks.ticked : r.line_count > 0}
          />{" "}
          <strong>{r.name}</strong>
        </label>{" "}
        <strong className="money">{formatMoney(whole.total_cents)}</strong>{" "}
        <span className="wide soft small">
          {formatCount(r.loads, "load")}, {formatCount(whole.line_count, "line")}
          {r.corrections ? `, ${formatCount(r.corrections, "correction")}` : ""}
          {r.oldest ? `, oldest ${formatDate(r.oldest)}` : ""}
          {r.problems ? `. ${formatCount(r.problems, "load")} left out: no amount yet` : ""}
        </span>
        {whole.items.map((item) => (
          <span key={`${item.kind} ${item.words} ${item.amount_cents}`} className="wide settle-one small">
            <span>{item.words}</span> <span className="money">{formatMoney(item.amount_cents)}</span>
          </span>
        ))}
      </div>
      {r.lowered ? (
        <details open={ticks ? !ticks.lower : false}>
          <summary>
            {formatCount(r.lowered.claims, "correction")} lower what was stated (
            {formatMoney(r.lowered.cents)})
          </summary>
          <ul>
            {r.lowered.loads.map((load) => (
              <li key={load.ticket_number}>
                {formatTicketLabel(load.ticket_number)} of {formatDate(load.earned_on)}:{" "}
                {formatMoney(load.was_cents)} on statement {load.statement_number},{" "}
                {formatMoney(load.is_cents)} now
              </li>
            ))}
          </ul>
          <label className="check">
            <input
              type="checkbox"
              id={`${id}-lower`}
              name={name("takes_lower")}
              value="on"
              defaultChecked={ticks?.lower ?? true}
            />{" "}
            Include them. Without them the statement comes to {formatMoney(r.total_cents)}.
          </label>
          <input type="hidden" name={name("lower_cents")} value={r.lowered.with.total_cents} />
          <input type="hidden" name={name("lower_lines")} value={r.lowered.with.line_count} />
        </details>
      ) : null}
      <input type="hidden" name={name("receiving_company_id")} value={r.receiving_company_id} />
      <input type="hidden" name={name("expected_cents")} value={r.total_cents} />
      <input type="hidden" name={name("expected_lines")} value={r.line_count} />
    </li>
  );
}
