import type { Cents } from "~/domain/money/money";
import type { PaperHead } from "./paper";

/** The sums at the foot of a statement, as every page and file says them. */
export function sumsOf(head: PaperHead): { label: string; cents: Cents }[] {
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
