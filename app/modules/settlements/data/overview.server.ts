import { z } from "zod";
import { procedure, type ReadCtx } from "~/web/procedure";
import { getPeriod, getPreviousPeriod } from "../rules/periods";
import { hasPaidOutItem } from "../rules/plan";
import {
  type OpenWork,
  readOpenLoadCounts,
  readOpenSums,
  readProblemCounts,
  readWaitingItems,
} from "../shared/open-work.server";
import { readPayDays } from "../shared/pay-days.server";
import { readPayer, readPayerSetting, readPayersActedFor } from "../shared/payer.server";
import { getLocalToday } from "./plan.server";
import { readNamesById } from "./preview.server";
import { readRunUnderWay } from "./runs.server";

/**
 * List the companies that the acting company has to pay through today: open loads, their amount, and the number of
 * loads without an amount.
 */
export const listToPay = procedure({
  name: "listToPay",
  may: "settlement.read",
  input: z.strictObject({}),
  async run(ctx) {
    const payer = await readPayer(ctx);
    const setting = await readPayerSetting(ctx, payer.id);
    const today = getLocalToday(ctx);
    const work = { payer, through: today, starts_on: setting.starts_on };
    const [sums, loads, problems, waiting] = await Promise.all([
      readOpenSums(ctx, work),
      readOpenLoadCounts(ctx, work),
      readProblemCounts(ctx, work),
      waitingCounts(ctx, work),
    ]);
    const ids = [
      ...new Set([...sums.map((s) => s.receiving_company_id), ...problems.keys(), ...waiting.keys()]),
    ].filter((id) => id !== payer.id);
    const names = await readNamesById(ctx, ids);
    const receivers = ids.map((id) => {
      const own = sums.filter((s) => s.receiving_company_id === id);
      return {
        id,
        name: names.get(id) ?? "",
        loads: loads.get(id) ?? 0,
        cents: own.reduce((all, s) => all + s.cents, 0),
        oldest: own.map((s) => s.oldest).sort()[0] ?? null,
        problems: problems.get(id) ?? 0,
        waiting: waiting.get(id) ?? 0,
      };
    });
    return {
      receivers: receivers.sort((a, b) => a.name.localeCompare(b.name)),
      pay_days: await readPayDays(ctx, "pays"),
      run: await readRunUnderWay(ctx),
      today,
      periods: getPeriods(today, setting),
      for_others: await payersWithoutPeople(ctx, today, setting.starts_on),
    };
  },
});

/** Return the number of pending adjustments by receiver, for receivers whose adjustments alone justify a statement. */
async function waitingCounts(ctx: ReadCtx, work: OpenWork): Promise<Map<number, number>> {
  const items = await readWaitingItems(ctx, work);
  const receivers = [...new Set(items.map(({ receiver }) => receiver))];
  return new Map(
    receivers
      .map((id) => [id, items.filter(({ receiver }) => receiver === id)] as const)
      .filter(([, own]) => hasPaidOutItem(own))
      .map(([id, own]) => [id, own.length]),
  );
}

/** List other payers on the company's jobs that have no users, with their open and pending amounts. */
async function payersWithoutPeople(ctx: ReadCtx, through: string, starts_on: string) {
  const results = [];
  for (const payer of await readPayersActedFor(ctx)) {
    const work = { payer, through, starts_on };
    const [sums, byReceiver, counts] = await Promise.all([
      readOpenSums(ctx, work),
      readOpenLoadCounts(ctx, work),
      waitingCounts(ctx, work),
    ]);
    const loads = [...byReceiver.values()].reduce((all, n) => all + n, 0);
    const waiting = [...counts.values()].reduce((all, n) => all + n, 0);
    const cents = sums.reduce((all, s) => all + s.cents, 0);
    if (loads + waiting > 0) results.push({ id: payer.id, name: payer.name, loads, cents, waiting });
  }
  return results;
}

type HowOften = Awaited<ReturnType<typeof readPayerSetting>>;

/** Return the periods to choose from: the payer's last complete period, and recent weeks from Monday. */
export function getPeriods(today: string, { period, period_anchor }: HowOften) {
  const own = getPreviousPeriod(today, period, period_anchor);
  const last = getPreviousPeriod(today, "weekly", null);
  const week = getPeriod(today, "weekly", null);
  return [
    ...(period === "weekly" ? [] : [{ label: "Your last period", ...own }]),
    { label: "Last week", ...last },
    { label: "This week until today", from: week.from, through: today },
  ];
}
