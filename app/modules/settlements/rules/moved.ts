import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { formatDay } from "~/lib/time/time";
import {
  computeClaims,
  getClaimKey,
  type JobPrices,
  type PayableLoad,
  type StoredClaimAmount,
} from "./claims";

/** Load and rates of its job, from which its pay is computed. */
export type PayTerms = { load: PayableLoad; prices: JobPrices };

/** Existing claim, with fields needed to compute the impact of a change. */
export type AffectedClaim = StoredClaimAmount & { posted_lines: number; voided_at: string | null };

/**
 * Impact on pay of a change to a job or its rates: number of loads, first day, cents before and after, number of loads
 * on statements, and number of loads that can't be paid afterwards.
 */
export type PayImpact = {
  loads: number;
  since: string;
  from_cents: number;
  to_cents: number;
  on_statements: number;
  stuck: number;
};
export const NO_PAY_IMPACT: PayImpact = {
  loads: 0,
  since: "",
  from_cents: 0,
  to_cents: 0,
  on_statements: 0,
  stuck: 0,
};

/**
 * Add the impact of a change on the pay of one load; voided claims are left out. Pay is computed with the terms before
 * and after the change, so that an earlier change isn't counted again.
 */
export function addPayImpact(
  sum: PayImpact,
  claims: readonly AffectedClaim[],
  now: PayTerms,
  next: PayTerms,
): PayImpact {
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
 * Describe the impact: "214 loads since Nov 3, 2026 change from $10.00 to $12.00 (+$2.00). 96 of them are on
 * statements; …"; null if no load changes. Readers who may not see the rates get only the number of loads and the first
 * day.
 */
export function formatPayImpactMessage(moved: PayImpact, seesMoney = true): string | null {
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
