import type { Cents } from "~/lib/money/money";
import type { PayStatementHeader } from "./paper";

/** List the sums at the foot of a statement, the same on every page and in every file. */
export function listStatementSums(head: PayStatementHeader): { label: string; cents: Cents }[] {
  const left = head.total_cents - head.paid_cents;
  return [
    { label: "Loads", cents: head.gross_cents },
    ...(head.adjustments_cents
      ? [{ label: "Advances, holdbacks and deductions", cents: head.adjustments_cents }]
      : []),
    { label: "Total", cents: head.total_cents },
    ...(head.paid_cents ? [{ label: "Paid", cents: head.paid_cents }] : []),
    ...(head.paid_cents && left ? [{ label: "Left to pay", cents: left }] : []),
  ];
}
