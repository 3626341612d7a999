import { Fragment } from "react";
import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import type { LineGroup, PayStatementLine } from "../rules/paper";
import { formatGroupTitle } from "../rules/paper-words";

type Subtotal = { key: string; day: string; cents: number; lines: number };
const COLUMNS = 8;

const sumOf = (subtotals: readonly Subtotal[], key: string, day?: string) =>
  subtotals
    .filter((s) => s.key === key && (day === undefined || s.day === day))
    .reduce((all, s) => ({ cents: all.cents + s.cents, lines: all.lines + s.lines }), { cents: 0, lines: 0 });

/** Statement lines grouped by job, service and day; each group shows its sum over the whole statement. */
export function StatementLines({
  groups,
  subtotals,
  askHref,
}: {
  groups: LineGroup[];
  subtotals: Subtotal[];
  /** Return the link by which the payee questions a line; null if the payee can't. */
  askHref: (seq: number) => string | null;
}) {
  return (
    <div className="tablewrap">
      <table className="cards pay paylines">
        <caption className="sr">Lines of the statement</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Load</th>
            <th scope="col">Scale ticket</th>
            <th scope="col">Product</th>
            <th scope="col">Destination</th>
            <th scope="col" className="num">
              Quantity
            </th>
            <th scope="col">Rate</th>
            <th scope="col" className="num">
              Amount
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <GroupRows key={group.key} group={group} subtotals={subtotals} askHref={askHref} />
        ))}
      </table>
    </div>
  );
}

function GroupRows({
  group,
  subtotals,
  askHref,
}: {
  group: LineGroup;
  subtotals: Subtotal[];
  /** Return the link by which the payee questions a line; null if the payee can't. */
  askHref: (seq: number) => string | null;
}) {
  const whole = sumOf(subtotals, group.key);
  const isLast = (index: number) => group.lines[index + 1]?.date !== group.lines[index]?.date;
  return (
    <tbody>
      <tr className="of">
        <td colSpan={COLUMNS} className="wide">
          <strong>{formatGroupTitle(group)}</strong>
        </td>
      </tr>
      {group.lines.map((line, index) => {
        const day = sumOf(subtotals, group.key, line.date);
        return [
          <LineRow key={line.seq} line={line} ask={askHref(line.seq)} />,
          isLast(index) && day.lines > 1 && day.lines < whole.lines ? (
            <SumRow
              key={`${line.seq} day`}
              label={`${formatDay(line.date)}: ${formatCount(day.lines, "line")}`}
              cents={day.cents}
            />
          ) : null,
        ];
      })}
      <SumRow label="Subtotal" cents={whole.cents} isWhole />
    </tbody>
  );
}

const SumRow = ({ label, cents, isWhole }: { label: string; cents: number; isWhole?: boolean }) => (
  <tr className={isWhole ? "sum" : "day"}>
    <td colSpan={COLUMNS - 1} className="wide">
      {isWhole ? <strong>{label}</strong> : <span className="soft">{label}</span>}
    </td>
    <td className="num" data-label={label}>
      {isWhole ? <strong>{formatMoney(cents)}</strong> : <span className="soft">{formatMoney(cents)}</span>}
    </td>
  </tr>
);

function LineRow({ line, ask }: { line: PayStatementLine; ask: string | null }) {
  const notes = [line.words, ...line.remarks].filter(Boolean);
  // Notes are separated by a space, for text that is read aloud or copied without styles.
  const note = notes.map((words) => (
    <Fragment key={words}>
      {" "}
      <span className="note">{words}</span>
    </Fragment>
  ));
  if (line.section === "below")
    return (
      <tr>
        <td colSpan={COLUMNS - 1} className="wide">
          {line.service}
          {note}
        </td>
        <td className="num" data-label="Amount">
          {formatMoney(line.amount_cents)}
        </td>
      </tr>
    );
  return (
    <tr>
      <td className="wide">
        {line.date ? formatDay(line.date) : "—"}
        {note}{" "}
        {ask ? (
          <a className="note screen-only" href={ask}>
            Something wrong?<span className="sr"> Ticket #{line.ticket}</span>
          </a>
        ) : null}
      </td>
      <td data-label="Load">
        {line.load || "—"} {line.ticket ? <span className="note">Ticket {line.ticket}</span> : null}
      </td>
      <td data-label="Scale ticket">{line.scale_ticket || "—"}</td>
      <td data-label="Product">{line.product}</td>
      <td data-label="Destination">{line.destination}</td>
      <td className="num" data-label="Quantity">
        {[line.quantity, line.unit].filter(Boolean).join(" ") || "—"}
      </td>
      <td data-label="Rate">{line.rate || "—"}</td>
      <td className="num" data-label="Amount">
        {formatMoney(line.amount_cents)}
      </td>
    </tr>
  );
}
