import { formatMoney } from "~/lib/money/money";
import { formatCount } from "~/lib/text/text";
import { getDay } from "~/lib/time/time";
import type { ReadCtx } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { addDays, type DaySpan, getPeriod, type PayPeriod } from "../rules/periods";
import { createItemLines, hasPaidOutItem, type ItemLine } from "../rules/plan";
import {
  NO_BALANCES,
  type OpenRow,
  type OpenWork,
  readDeductionRules,
  readOpenClaims,
  readPayerBalances,
  readWaitingItems,
} from "../shared/open-work.server";
import type { Payer, PayerSetting } from "../shared/payer.server";
import { createItemSnapshotLine, createSnapshotLines, type LineValues } from "./lines.server";

/** Maximum number of loads put on statements in one commit; larger numbers are processed in a queued run. */
export const MAX_LOADS_IN_COMMIT = 500;

/** Return today's date in the acting user's time zone. */
export const getLocalToday = (ctx: Pick<ReadCtx, "now" | "actor">): string => getDay(ctx.now, ctx.actor.zone);

/** Return the checked period of a requested statement. A missing first day is computed from the payer's pay period. */
export function getStatementPeriod(
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

/** Return the default payment date of a period. */
export const getPayDay = (span: DaySpan, setting: PayerSetting): string =>
  addDays(span.through, setting.pay_lag_days);

export type StatementItems = { lines: ItemLine[]; total: number };
/** Statement as it would be posted: its claims, lines and totals. */
export type StatementPlan = {
  rows: OpenRow[];
  claims: LineValues[];
  below: ItemLine[];
  gross: number;
  total: number;
  line_count: number;
};

/** Read the items below the loads for all receivers of a payer at once: pending adjustments, rules, and balances. */
export async function readStatementItems(ctx: ReadCtx, work: OpenWork, from: string) {
  const [items, rules, balances] = await Promise.all([
    readWaitingItems(ctx, work),
    readDeductionRules(ctx, work, from),
    readPayerBalances(ctx, work.payer),
  ]);
  return {
    receivers: [...new Set(items.map((item) => item.receiver))],
    itemsOf: (receiver: number) => items.filter((item) => item.receiver === receiver),
    isWorthIt: (receiver: number) => hasPaidOutItem(items.filter((item) => item.receiver === receiver)),
    of: (receiver: number, gross: number) =>
      createItemLines(
        gross,
        items.filter((item) => item.receiver === receiver),
        rules.filter((rule) => rule.receiver === receiver),
        balances.get(receiver) ?? NO_BALANCES,
      ),
  };
}
export type StatementItemsByReceiver = Awaited<ReturnType<typeof readStatementItems>>;

/** Compute a receiver's current statement; null if there is nothing to state. */
export async function planStatement(
  ctx: ReadCtx,
  work: OpenWork,
  below: StatementItemsByReceiver,
  receiver: number,
  lower: boolean,
): Promise<StatementPlan | null> {
  const rows = await readOpenClaims(ctx, work, receiver, { lower, most: MAX_LOADS_IN_COMMIT + 1 });
  if (rows.length === 0 && !below.isWorthIt(receiver)) return null;
  const claims = rows.flatMap(createSnapshotLines);
  const gross = claims.reduce((sum, line) => sum + line.amount_cents, 0);
  const { lines, total } = below.of(receiver, gross);
  return { rows, claims, below: lines, gross, total, line_count: claims.length + lines.length };
}

/** Return a plan's lines in statement order. */
export const createPlanLines = (plan: Pick<StatementPlan, "claims" | "below">): LineValues[] => [
  ...plan.claims,
  ...plan.below.map(createItemSnapshotLine),
];

/** Message for amounts that changed after they were displayed. */
export const formatPlanChangedMessage = (
  name: string,
  was: { cents: number; lines: number },
  is: { cents: number; lines: number },
): string =>
  is.cents === was.cents && is.lines === was.lines
    ? `Loads for ${name} changed after the draft was made. Make it again. Nothing was posted.`
    : `What is open for ${name} has changed: ${formatMoney(is.cents)} on ${formatCount(is.lines, "line")} now, ${formatMoney(was.cents)} on ${formatCount(was.lines, "line")} when you looked. Nothing was made.`;

export type { Payer };
