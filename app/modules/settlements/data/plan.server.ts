import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { getDay } from "~/lib/time/time";
import type { ReadCtx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { addDays, type DaySpan, getPeriod, type PayPeriod } from "../rules/periods";
import { createItemLines, hasPositiveTotal, type ItemLine } from "../rules/plan";
import {
  NO_BALANCES,
  type OpenRow,
  type OpenWork,
  readOpenClaims,
  readPayerBalances,
  readRules,
  readWaitingItems,
} from "../shared/open-work.server";
import type { Payer, PayerSetting } from "../shared/payer.server";
import { type LineValues, toPaperItem, toPaperLines } from "./lines.server";

/** Maximum number of loads put on statements in one commit; more are made on the queue, outside the request. */
export const MAX_IN_COMMIT = 500;

/** Current day in the acting user's time zone. */
export const getLocalToday = (ctx: Pick<ReadCtx, "now" | "actor">): string => getDay(ctx.now, ctx.actor.zone);

/** Check the days of a statement as requested; the first day follows the payer's period if it was not given. */
export function getSpan(
  ctx: ReadCtx,
  setting: PayerSetting,
  query: { period_start?: string; period_end: string },
): DaySpan {
  const through = query.period_end;
  if (through > getLocalToday(ctx)) throw invalid({ period_end: ["Choose a day up to today."] });
  const from =
    query.period_start || getPeriod(through, setting.period satisfies PayPeriod, setting.period_anchor).from;
  if (from > through)
    throw invalid({ period_end: ["The last day comes before the first. Choose a later one."] });
  return { from, through };
}

/** Default payment day of a period. */
export const getPayDay = (span: DaySpan, setting: PayerSetting): string =>
  addDays(span.through, setting.pay_lag_days);

export type ItemsBelow = { lines: ItemLine[]; total: number };
/** A statement as it would be posted: what it takes, its lines, and its sums. */
export type Plan = {
  rows: OpenRow[];
  claims: LineValues[];
  below: ItemLine[];
  gross: number;
  total: number;
  line_count: number;
};

/** Items that follow the loads, for each of a payer's receivers: pending adjustments, rules, and balances, read once. */
export async function readItemsBelow(ctx: ReadCtx, work: OpenWork, from: string) {
  const [items, rules, balances] = await Promise.all([
    readWaitingItems(ctx, work),
    readRules(ctx, work, from),
    readPayerBalances(ctx, work.payer),
  ]);
  return {
    receivers: [...new Set(items.map((item) => item.receiver))],
    itemsOf: (receiver: number) => items.filter((item) => item.receiver === receiver),
    isWorthIt: (receiver: number) => hasPositiveTotal(items.filter((item) => item.receiver === receiver)),
    of: (receiver: number, gross: number) =>
      createItemLines(
        gross,
        items.filter((item) => item.receiver === receiver),
        rules.filter((rule) => rule.receiver === receiver),
        balances.get(receiver) ?? NO_BALANCES,
      ),
  };
}
export type ItemsBelowByReceiver = Awaited<ReturnType<typeof readItemsBelow>>;

/** Compute the current statement of one receiver; null if nothing is open. */
export async function planStatement(
  ctx: ReadCtx,
  work: OpenWork,
  below: ItemsBelowByReceiver,
  receiver: number,
  lower: boolean,
): Promise<Plan | null> {
  const rows = await readOpenClaims(ctx, work, receiver, { lower, most: MAX_IN_COMMIT + 1 });
  if (rows.length === 0 && !below.isWorthIt(receiver)) return null;
  const claims = rows.flatMap(toPaperLines);
  const gross = claims.reduce((sum, line) => sum + line.amount_cents, 0);
  const { lines, total } = below.of(receiver, gross);
  return { rows, claims, below: lines, gross, total, line_count: claims.length + lines.length };
}

/** The lines of a plan in the order of the paper. */
export const toPaper = (plan: Pick<Plan, "claims" | "below">): LineValues[] => [
  ...plan.claims,
  ...plan.below.map(toPaperItem),
];

/** Message shown when a page's figures are out of date. */
export const movedMessage = (
  name: string,
  was: { cents: number; lines: number },
  is: { cents: number; lines: number },
): string =>
  is.cents === was.cents && is.lines === was.lines
    ? `Loads for ${name} changed after the draft was made. Make it again. Nothing was posted.`
    : `What is open for ${name} has changed: ${formatMoney(is.cents)} on ${formatCount(is.lines, "line")} now, ${formatMoney(was.cents)} on ${formatCount(was.lines, "line")} when you looked. Nothing was made.`;

export type { Payer };
