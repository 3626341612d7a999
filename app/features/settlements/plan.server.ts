import {
  balancesOf,
  NO_BALANCES,
  type OpenRow,
  type OpenWork,
  openClaims,
  rulesIn,
  waitingItems,
} from "~/core/settling/open-work.server";
import type { Payer, Setting } from "~/core/settling/payer.server";
import { formatMoney } from "~/domain/money/money";
import { daysAfter, type PayPeriod, periodOf, type Span } from "~/domain/settling/periods";
import { type ItemLine, isWorthIt, linesBelow } from "~/domain/settling/plan";
import { count } from "~/domain/text/text";
import { dayOf } from "~/domain/time/time";
import type { Reading } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { itemPaper, type LineValues, paperLines } from "./lines.server";

/** So many loads are put on statements in one commit; more are made beside the requests. */
export const MOST_IN_COMMIT = 500;

/** The day that it is for who acts. */
export const localToday = (ctx: Pick<Reading, "now" | "actor">): string => dayOf(ctx.now, ctx.actor.zone);

/** The days of a statement as asked for: checked, and its first day by the payer's period where it was not said. */
export function spanOf(
  ctx: Reading,
  setting: Setting,
  asked: { period_start?: string; period_end: string },
): Span {
  const through = asked.period_end;
  if (through > localToday(ctx)) throw invalid({ period_end: ["Choose a day up to today."] });
  const from =
    asked.period_start || periodOf(through, setting.period satisfies PayPeriod, setting.period_anchor).from;
  if (from > through)
    throw invalid({ period_end: ["The last day comes before the first. Choose a later one."] });
  return { from, through };
}

/** When a period is paid, where nobody said. */
export const payDay = (span: Span, setting: Setting): string => daysAfter(span.through, setting.pay_lag_days);

export type Below = { lines: ItemLine[]; total: number };
/** A statement as it would be posted: what it takes, its lines, and its sums. */
export type Plan = {
  rows: OpenRow[];
  claims: LineValues[];
  below: ItemLine[];
  gross: number;
  total: number;
  line_count: number;
};

/** What follows the loads of each of a payer's receivers: what waits, rules, and balances, read once. */
export async function belowOf(ctx: Reading, work: OpenWork, from: string) {
  const [items, rules, balances] = await Promise.all([
    waitingItems(ctx, work),
    rulesIn(ctx, work, from),
    balancesOf(ctx, work.payer),
  ]);
  return {
    receivers: [...new Set(items.map((item) => item.receiver))],
    itemsOf: (receiver: number) => items.filter((item) => item.receiver === receiver),
    isWorthIt: (receiver: number) => isWorthIt(items.filter((item) => item.receiver === receiver)),
    of: (receiver: number, gross: number) =>
      linesBelow(
        gross,
        items.filter((item) => item.receiver === receiver),
        rules.filter((rule) => rule.receiver === receiver),
        balances.get(receiver) ?? NO_BALANCES,
      ),
  };
}
export type BelowOf = Awaited<ReturnType<typeof belowOf>>;

/** The statement of one receiver as it is now; null where nothing is open. */
export async function planOf(
  ctx: Reading,
  work: OpenWork,
  below: BelowOf,
  receiver: number,
  lower: boolean,
): Promise<Plan | null> {
  const rows = await openClaims(ctx, work, receiver, { lower, most: MOST_IN_COMMIT + 1 });
  if (rows.length === 0 && !below.isWorthIt(receiver)) return null;
  const claims = rows.flatMap(paperLines);
  const gross = claims.reduce((sum, line) => sum + line.amount_cents, 0);
  const { lines, total } = below.of(receiver, gross);
  return { rows, claims, below: lines, gross, total, line_count: claims.length + lines.length };
}

/** The lines of a plan in the order of the paper. */
export const paperOf = (plan: Pick<Plan, "claims" | "below">): LineValues[] => [
  ...plan.claims,
  ...plan.below.map(itemPaper),
];

/** What is said where a page's figures are no longer true. */
export const movedWords = (
  name: string,
  was: { cents: number; lines: number },
  is: { cents: number; lines: number },
): string =>
  is.cents === was.cents && is.lines === was.lines
    ? `Loads for ${name} changed after the draft was made. Make it again. Nothing was posted.`
    : `What is open for ${name} has changed: ${formatMoney(is.cents)} on ${count(is.lines, "line")} now, ${formatMoney(was.cents)} on ${count(was.lines, "line")} when you looked. Nothing was made.`;

export type { Payer };
