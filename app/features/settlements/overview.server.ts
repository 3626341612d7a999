import { z } from "zod";
import {
  type OpenWork,
  openLoads,
  openSums,
  problemCounts,
  waitingItems,
} from "~/core/settling/open-work.server";
import { readPayDays } from "~/core/settling/pay-days.server";
import { payerOf, payersActedFor, settingOf } from "~/core/settling/payer.server";
import { periodBefore, periodOf } from "~/domain/settling/periods";
import { isWorthIt } from "~/domain/settling/plan";
import { procedure, type Reading } from "~/web/procedure";
import { localToday } from "./plan.server";
import { namesById } from "./preview.server";
import { runUnderWay } from "./runs.server";

/** Who is to be paid by the acting company through today: open loads, what they come to, and what has no amount yet. */
export const listToPay = procedure({
  name: "listToPay",
  may: "settlement.read",
  input: z.strictObject({}),
  async run(ctx) {
    const payer = await payerOf(ctx);
    const setting = await settingOf(ctx, payer.id);
    const today = localToday(ctx);
    const work = { payer, through: today, starts_on: setting.starts_on };
    const [sums, loads, problems, waiting] = await Promise.all([
      openSums(ctx, work),
      openLoads(ctx, work),
      problemCounts(ctx, work),
      waitingCounts(ctx, work),
    ]);
    const ids = [
      ...new Set([...sums.map((s) => s.receiving_company_id), ...problems.keys(), ...waiting.keys()]),
    ].filter((id) => id !== payer.id);
    const names = await namesById(ctx, ids);
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
      run: await runUnderWay(ctx),
      today,
      periods: periodsOf(today, setting),
      for_others: await payersWithoutPeople(ctx, today, setting.starts_on),
    };
  },
});

/** The receivers whose adjustments make a statement by themselves, without a load, each with how many wait. */
async function waitingCounts(ctx: Reading, work: OpenWork): Promise<Map<number, number>> {
  const items = await waitingItems(ctx, work);
  const receivers = [...new Set(items.map(({ receiver }) => receiver))];
  return new Map(
    receivers
      .map((id) => [id, items.filter(({ receiver }) => receiver === id)] as const)
      .filter(([, own]) => isWorthIt(own))
      .map(([id, own]) => [id, own.length]),
  );
}

/** Who else pays on the company's jobs and has no people to settle it, with what is open, and what waits. */
async function payersWithoutPeople(ctx: Reading, through: string, starts_on: string) {
  const found = [];
  for (const payer of await payersActedFor(ctx)) {
    const work = { payer, through, starts_on };
    const [sums, byReceiver, counts] = await Promise.all([
      openSums(ctx, work),
      openLoads(ctx, work),
      waitingCounts(ctx, work),
    ]);
    const loads = [...byReceiver.values()].reduce((all, n) => all + n, 0);
    const waiting = [...counts.values()].reduce((all, n) => all + n, 0);
    const cents = sums.reduce((all, s) => all + s.cents, 0);
    if (loads + waiting > 0) found.push({ id: payer.id, name: payer.name, loads, cents, waiting });
  }
  return found;
}

type HowOften = Awaited<ReturnType<typeof settingOf>>;

/** The periods that are offered: the last whole one of the payer, and the weeks from Monday. */
export function periodsOf(today: string, { period, period_anchor }: HowOften) {
  const own = periodBefore(today, period, period_anchor);
  const last = periodBefore(today, "weekly", null);
  const week = periodOf(today, "weekly", null);
  return [
    ...(period === "weekly" ? [] : [{ label: "Your last period", ...own }]),
    { label: "Last week", ...last },
    { label: "This week until today", from: week.from, through: today },
  ];
}
