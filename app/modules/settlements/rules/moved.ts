import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import { computeClaims, getClaimKey, type PaidLoad, type Prices, type StatedClaim } from "./claims";

/** Load and rates of its job, from which its pay is computed. */
export type PayTerms = { load: PaidLoad; prices: Prices };

/** Existing claim, with the fields that a change affects. */
export type MovableClaim = StatedClaim & { posted_lines: number; voided_at: string | null };

/**
 * Effect of a change to a job or its rates: number of loads, their first day, cents before and after, and how much of
 * it is on statements or waits.
 */
export type MovedMoney = {
  loads: number;
  since: string;
  from_cents: number;
  to_cents: number;
  on_statements: number;
  stuck: number;
};
export const NOTHING_MOVES: MovedMoney = {
  loads: 0,
  since: "",
  from_cents: 0,
  to_cents: 0,
  on_statements: 0,
  stuck: 0,
};

/**
 * Add the pay of one load under other terms; amounts that aren't payable are left out. Both sides are computed, so an
 * earlier change's effect isn't counted as moved by this one.
 */
export function addMoved(
  sum: MovedMoney,
  claims: readonly MovableClaim[],
  now: PayTerms,
  next: PayTerms,
): MovedMoney {
  const voided = new Set(claims.filter((c) => c.voided_at !== null).map(getClaimKey));
  const open = ({ load, prices }: PayTerms) =>
    new Map(
      computeClaims(load, prices, claims)
        .map((c) => [getClaimKey(c), c.due_cents] as const)
        .filter(([key]) => !voided.has(key)),
    );
  const [before, after] = [open(now), open(next)];
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => (before.get(key) ?? 0) !== (after.get(key) ?? 0),
  );
  if (keys.length === 0) return sum;
  const total = (side: typeof before) => keys.reduce((cents, key) => cents + (side.get(key) ?? 0), 0);
  const isStated = claims.some((c) => c.posted_lines > 0 && keys.includes(getClaimKey(c)));
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
 * "214 loads since Nov 3, 2026 change from $10.00 to $12.00 (+$2.00). 96 of them are on statements; …"; null if there
 * are none. A reader who may not see the rates gets only the number of loads.
 */
export function loadsMovedMessage(moved: MovedMoney, seesMoney = true): string | null {
  const { loads, on_statements, stuck } = moved;
  if (loads === 0) return null;
  if (!seesMoney)
    return `What is paid for ${formatCount(loads, "load")} since ${formatDay(moved.since)} changes.`;
  const [from, to] = [formatMoney(moved.from_cents), formatMoney(moved.to_cents)];
  const more = moved.to_cents - moved.from_cents;
  const by = `${more > 0 ? "+" : ""}${formatMoney(more)}`;
  return [
    `${formatCount(loads, "load")} since ${formatDay(moved.since)} ${loads === 1 ? "changes" : "change"} from ${from} to ${to} (${by}).`,
    on_statements === 0
      ? null
      : `${on_statements.toLocaleString("en-US")} of them ${on_statements === 1 ? "is" : "are"} on statements; the difference comes with the next one.`,
    stuck === 0
      ? null
      : `${stuck.toLocaleString("en-US")} of them can't be paid until what's missing is added.`,
  ]
    .filter((message) => message !== null)
    .join(" ");
}
