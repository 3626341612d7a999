import { formatMoney } from "~/domain/money/money";
import { count } from "~/domain/text/text";
import { formatDay } from "~/domain/time/time";
import { claimKeyOf, claimsOf, type PaidLoad, type Prices, type StatedClaim } from "./claims";

/** A load and the rates of its job: what its pay is worked out from. */
export type PayTerms = { load: PaidLoad; prices: Prices };

/** A claim as it stands, as far as a change moves it. */
export type MovableClaim = StatedClaim & { posted_lines: number; voided_at: string | null };

/** What a change of a job or its rates would move: loads, their first day, dollars before and after, and what of it is on paper or waits. */
export type Moved = {
  loads: number;
  since: string;
  from_cents: number;
  to_cents: number;
  on_statements: number;
  stuck: number;
};
export const NOTHING_MOVES: Moved = {
  loads: 0,
  since: "",
  from_cents: 0,
  to_cents: 0,
  on_statements: 0,
  stuck: 0,
};

/**
 * Add what one load's pay would be by other terms; what is not payable stays out. Both sides are worked out, so what was
 * priced before another change doesn't count as moved by this one.
 */
export function addMoved(sum: Moved, claims: readonly MovableClaim[], now: PayTerms, next: PayTerms): Moved {
  const voided = new Set(claims.filter((c) => c.voided_at !== null).map(claimKeyOf));
  const open = ({ load, prices }: PayTerms) =>
    new Map(
      claimsOf(load, prices, claims)
        .map((c) => [claimKeyOf(c), c.due_cents] as const)
        .filter(([key]) => !voided.has(key)),
    );
  const [before, after] = [open(now), open(next)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => (before.get(key) ?? 0) !== (after.get(key) ?? 0),
  );
  if (keys.length === 0) return sum;
  const total = (side: typeof before) => keys.reduce((cents, key) => cents + (side.get(key) ?? 0), 0);
  const isStated = claims.some((c) => c.posted_lines > 0 && keys.includes(claimKeyOf(c)));
  return {
    loads: sum.loads + 1,
    since: sum.since === "" || now.load.earned_on < sum.since ? now.load.earned_on : sum.since,
    from_cents: sum.from_cents + total(before),
    to_cents: sum.to_cents + total(after),
    on_statements: sum.on_statements + (isStated ? 1 : 0),
    stuck: sum.stuck + (keys.some((key) => after.get(key) === null) ? 1 : 0),
  };
}

/**
 * "214 loads since Nov 3, 2026 change from $10.00 to $12.00 (+$2.00). 96 of them are on statements; …": null for none.
 * A reader who may not see the rates is told the number of loads alone.
 */
export function loadsMovedWords(moved: Moved, seesMoney = true): string | null {
  const { loads, on_statements, stuck } = moved;
  if (loads === 0) return null;
  if (!seesMoney) return `What is paid for ${count(loads, "load")} since ${formatDay(moved.since)} changes.`;
  const [from, to] = [formatMoney(moved.from_cents), formatMoney(moved.to_cents)];
  const more = moved.to_cents - moved.from_cents;
  const by = `${more > 0 ? "+" : ""}${formatMoney(more)}`;
  return [
    `${count(loads, "load")} since ${formatDay(moved.since)} ${loads === 1 ? "changes" : "change"} from ${from} to ${to} (${by}).`,
    on_statements === 0
      ? null
      : `${on_statements.toLocaleString("en-US")} of them ${on_statements === 1 ? "is" : "are"} on statements; the difference comes with the next one.`,
    stuck === 0
      ? null
      : `${stuck.toLocaleString("en-US")} of them can't be paid until what's missing is added.`,
  ]
    .filter((said) => said !== null)
    .join(" ");
}
