import type { Cents } from "~/lib/money/money";
import { divideHalfEven } from "~/lib/units/measures";

/** Kinds of statement lines, in the order of their sections on paper. */
type LineKind =
  | "load"
  | "fuel"
  | "reversal"
  | "addition"
  | "deduction"
  | "advance"
  | "recovery"
  | "holdback"
  | "release"
  | "balance"
  | "carried";

/** Open claim: the amount owed, the amount already on statements, and the statement with its latest line. */
export type OpenClaim = {
  id: number;
  due_cents: Cents;
  posted_cents: Cents;
  /** Statement with the claim's current line; null if the claim isn't on a statement. */
  stated_on: number | null;
  is_fuel: boolean;
};

type ItemKind = Exclude<LineKind, "load" | "fuel" | "reversal" | "carried">;
/** Adjustment waiting for a statement. */
export type StatementItem = { id: number; kind: ItemKind; amount_cents: Cents; words: string };

/** Recurring adjustment applied to every statement, with the total taken so far. */
export type RecurringRule = {
  id: number;
  kind: "addition" | "deduction" | "recovery" | "holdback";
  fixed_cents: Cents | null;
  basis_points: number | null;
  cap_cents: Cents | null;
  words: string;
  taken_cents: Cents;
  /** True if the fixed amount was already taken in this period; it is taken once per period. */
  is_taken_in_period: boolean;
};

/** Outstanding advances of the receiver, and the amount held back from its pay. */
export type ReceiverBalances = { advance: Cents; holdback: Cents };

export type ClaimLine = {
  kind: "load" | "fuel" | "reversal";
  claim: number;
  amount_cents: Cents;
  reverses: number | null;
};
export type ItemLine = {
  kind: ItemKind | "carried";
  amount_cents: Cents;
  words: string;
  item: number | null;
  rule: number | null;
};

const PAID_OUT = new Set<LineKind>(["addition", "advance", "release"]);
/** Sign of an adjustment on a statement. */
const getItemSign = (kind: ItemKind): 1 | -1 => (PAID_OUT.has(kind) ? 1 : -1);

/**
 * Create the statement lines of a claim: reverse the amount on statements in full and add a line for the amount owed
 * now.
 */
export function createClaimLines(claim: OpenClaim): ClaimLine[] {
  const { id, due_cents, posted_cents, stated_on } = claim;
  const lines: ClaimLine[] = [];
  if (stated_on !== null && posted_cents !== 0)
    lines.push({ kind: "reversal", claim: id, amount_cents: -posted_cents, reverses: stated_on });
  if (due_cents !== 0)
    lines.push({
      kind: claim.is_fuel ? "fuel" : "load",
      claim: id,
      amount_cents: due_cents,
      reverses: null,
    });
  return lines;
}

/** Check whether the waiting items justify a statement without loads; deductions alone don't. */
export const hasPaidOutItem = (items: readonly StatementItem[]): boolean =>
  items.some(({ kind }) => PAID_OUT.has(kind));

/**
 * Create the lines after the loads: waiting items, deductions by the recurring rules, and a carryover if the total
 * would be negative. Never recover more advances than are owed or release more than was held back; an item above its
 * balance waits.
 */
export function createItemLines(
  gross: Cents,
  waiting: readonly StatementItem[],
  rules: readonly RecurringRule[],
  balances: ReceiverBalances,
): { lines: ItemLine[]; total: Cents; waits: StatementItem[] } {
  const left = { ...balances };
  const lines: ItemLine[] = [];
  const waits: StatementItem[] = [];
  const take = (line: {
    kind: ItemKind;
    amount_cents: Cents;
    words: string;
    item?: number;
    rule?: number;
  }) => {
    if (line.kind === "advance") left.advance += line.amount_cents;
    if (line.kind === "recovery") left.advance -= line.amount_cents;
    if (line.kind === "holdback") left.holdback += line.amount_cents;
    if (line.kind === "release") left.holdback -= line.amount_cents;
    const { kind, words, item = null, rule = null } = line;
    lines.push({ kind, amount_cents: getItemSign(kind) * line.amount_cents, words, item, rule });
  };
  for (const item of [...waiting].sort((a, b) => RANK[a.kind] - RANK[b.kind] || a.id - b.id)) {
    const most = item.kind === "recovery" ? left.advance : item.kind === "release" ? left.holdback : null;
    if (most !== null && item.amount_cents > most) waits.push(item);
    else take({ ...item, item: item.id });
  }
  for (const rule of gross > 0 ? rules : []) {
    const wanted = rule.fixed_cents ?? computeShare(gross, rule.basis_points ?? 0);
    const most = Math.min(
      rule.cap_cents === null ? wanted : rule.cap_cents - rule.taken_cents,
      rule.kind === "recovery" ? left.advance : wanted,
    );
    const amount_cents = Math.min(wanted, most);
    if (amount_cents > 0 && !(rule.fixed_cents !== null && rule.is_taken_in_period))
      take({ kind: rule.kind, amount_cents, words: rule.words, rule: rule.id });
  }
  const sum = gross + lines.reduce((all, line) => all + line.amount_cents, 0);
  if (sum < 0) lines.push({ kind: "carried", amount_cents: -sum, words: CARRIED, item: null, rule: null });
  return { lines, total: Math.max(sum, 0), waits };
}

const CARRIED = "Carried over to the next statement";
const RANK: Record<ItemKind, number> = {
  balance: 0,
  addition: 1,
  deduction: 2,
  advance: 3,
  recovery: 4,
  holdback: 5,
  release: 6,
};

/** Compute a share of a positive gross in basis points, rounded once, half to even; 0 if the gross isn't positive. */
const computeShare = (gross: Cents, basisPoints: number): Cents =>
  gross <= 0 ? 0 : divideHalfEven(BigInt(gross) * BigInt(basisPoints), 10_000n);
