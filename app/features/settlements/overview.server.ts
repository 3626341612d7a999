import { sql } from "drizzle-orm";
import { z } from "zod";
import { tripTicketSettlement } from "#db/schema";
import {
  isOpen,
  type OpenWork,
  openSums,
  problemCounts,
  waitingItems,
} from "~/core/settling/open-work.server";
import { hasPeople, payerOf, payersActedFor, settingOf } from "~/core/settling/payer.server";
import { periodBefore, periodOf } from "~/domain/settling/periods";
import { isWorthIt } from "~/domain/settling/plan";
import { procedure, type Reading } from "~/web/procedure";
import { localToday } from "./plan.server";
import { namesById } from "./preview.server";
import { runUnderWay } from "./runs.server";

const c = tripTicketSettlement;

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
    const [sums, problems, waiting] = await Promise.all([
      openSums(ctx, work),
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
        claims: own.reduce((all, s) => all + s.claims, 0),
        cents: own.reduce((all, s) => all + s.cents, 0),
        oldest: own.map((s) => s.oldest).sort()[0] ?? null,
        problems: problems.get(id) ?? 0,
        waiting: waiting.get(id) ?? 0,
      };
    });
    return {
      receivers: receivers.sort((a, b) => a.name.localeCompare(b.name)),
      run: await runUnderWay(ctx),
      today,
      periods: periodsOf(today, setting),
      for_others: await payersWithoutPeople(ctx, today),
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
async function payersWithoutPeople(ctx: Reading, today: string) {
  const me = ctx.actor.company.id;
  const rows = await ctx.read
    .select({
      id: sql<number>`${c.paying_company_id}`,
      claims: sql<number>`count(*)`,
      cents: sql<number>`sum(${c.due_cents} - ${c.posted_cents})`,
    })
    .from(sql`job j CROSS JOIN ${c}`)
    .where(
      sql`j.request_user_company_id = ${me} AND ${c.job_id} = j.id AND +${c.paying_company_id} <> ${me}
        AND ${c.earned_on} <= ${today} AND ${isOpen} AND NOT ${hasPeople(sql`${c.paying_company_id}`)}`,
    )
    .groupBy(c.paying_company_id);
  const waiting = new Map<number, number>();
  for (const payer of await payersActedFor(ctx)) {
    const { starts_on } = await settingOf(ctx, payer.id);
    const counts = await waitingCounts(ctx, { payer, through: today, starts_on });
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    if (all > 0) waiting.set(payer.id, all);
  }
  const ids = [...new Set([...rows.map((row) => row.id), ...waiting.keys()])];
  const names = await namesById(ctx, ids);
  return ids
    .map((id) => ({
      id,
      name: names.get(id) ?? "",
      claims: rows.find((row) => row.id === id)?.claims ?? 0,
      cents: rows.find((row) => row.id === id)?.cents ?? 0,
      waiting: waiting.get(id) ?? 0,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
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
