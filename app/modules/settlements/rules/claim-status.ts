import type { Cents } from "~/lib/money/money";

/** Claim amounts: owed, on statements, and paid. */
export type ClaimState = {
  due_cents: Cents | null;
  posted_cents: Cents;
  posted_lines: number;
  paid_lines: number;
  voided_at: string | null;
  void_reason: string | null;
};

/** Format an amount without the dollar sign: "342.65", "-6.40". */
const plain = (cents: Cents): string =>
  (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Payment state of a claim as text: "Unpaid", "Paid", "Paid 342.65. Correction of -6.40 waits." */
export function getClaimStatus(c: ClaimState): string {
  if (c.voided_at !== null) return c.void_reason ? `Not payable: ${c.void_reason}` : "Not payable";
  if (c.posted_lines === 0) return "Unpaid";
  const isPaid = c.paid_lines === c.posted_lines;
  const open = c.due_cents === null ? 0 : c.due_cents - c.posted_cents;
  if (open === 0) return isPaid ? "Paid" : "Unpaid, on a statement";
  return `${isPaid ? "Paid" : "Stated"} ${plain(c.posted_cents)}. Correction of ${plain(open)} waits.`;
}
