import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { settlementRun, settlementRunReceiver } from "#db/schema";
import type { OpenWork } from "~/core/settling/open-work.server";
import { needsSettlements } from "~/core/settling/payer.server";
import { movedSteps } from "~/core/settling/reprice.server";
import { enqueue } from "~/core/work/work.server";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow, Refusal } from "~/web/refusal";
import { openOn } from "./closed.server";
import type { StatementHead } from "./head";
import { dayInput, idInput, memo } from "./inputs";
import { claimLineSteps, itemLineSteps } from "./lines.server";
import { madeOutput } from "./output";
import { belowOf, MOST_IN_COMMIT, movedWords, type Plan, paperOf, payDay, planOf } from "./plan.server";
import { draftStep, lastNumber, made, postSteps, takeNumbers } from "./posting.server";
import { namesById, workInput, workOf } from "./preview.server";
import { priceAgain } from "./pricing.server";
import { makeStatements } from "./run.server";

/** So many receivers in one commit; more are made beside the requests. */
const MOST_RECEIVERS = 12;

const expected = { cents: z.number().int(), lines: z.number().int().min(0) };

/** One receiver as the preview showed it, with what the page said that it comes to. */
const receiverInput = z.strictObject({
  receiving_company_id: idInput,
  expected_cents: expected.cents,
  expected_lines: expected.lines,
  takes_lower: z.boolean().default(false),
  /** The same with the corrections that lower what was stated, for a form in which they can be ticked. */
  lower_cents: expected.cents.optional(),
  lower_lines: expected.lines.optional(),
  is_ticked: z.boolean().optional(),
});
type Wanted = { receiver: number; lower: boolean; cents: number; lines: number };

/** What of a form's receivers is taken: the ticked ones, where it has ticks. */
function wantedOf(receivers: z.output<typeof receiverInput>[], byTick: boolean): Wanted[] {
  const taken = receivers.filter((r) => !byTick || r.is_ticked);
  const once = new Map(taken.map((r) => [r.receiving_company_id, r]));
  return [...once.values()].map((r) => ({
    receiver: r.receiving_company_id,
    lower: r.takes_lower,
    cents: r.takes_lower ? (r.lower_cents ?? r.expected_cents) : r.expected_cents,
    lines: r.takes_lower ? (r.lower_lines ?? r.expected_lines) : r.expected_lines,
  }));
}

/**
 * Make and post statements for many receivers in one step: only where what is open is still what its maker saw. A week of
 * few loads is one commit; more is a run on the queue, which makes each receiver's statement for itself.
 */
export const createStatements = procedure({
  name: "createStatements",
  may: "settlement.create",
  input: z.strictObject({
    ...workInput,
    pay_on: dayInput().optional(),
    memo: memo.optional(),
    /** A program may ask for a run whatever there is to make. */
    is_beside: z.boolean().default(false),
    by_tick: z.boolean().default(false),
    receivers: z.array(receiverInput).min(1, "Select at least one company.").max(2000),
  }),
  output: madeOutput,
  async run(ctx, input) {
    await needsSettlements(ctx);
    const { payer, setting, span, work } = await workOf(ctx, input);
    const wanted = wantedOf(input.receivers, input.by_tick);
    if (wanted.length === 0) throw invalid({ receivers: ["Select at least one company."] });
    const pay_on = input.pay_on ?? payDay(span, setting);
    if (pay_on < span.from) throw invalid({ pay_on: ["Choose a day from the first day of the period on."] });
    const isOpen = await openOn(ctx, payer.id, span.through, "period_end");
    const head = (receiver: number): StatementHead => ({
      ...span,
      payer,
      receiver,
      pay_on,
      memo: input.memo || null,
      job_id: input.job_id ?? null,
      run: null,
    });
    const lines = wanted.reduce((all, { lines }) => all + lines, 0);
    if (input.is_beside || lines > MOST_IN_COMMIT || wanted.length > MOST_RECEIVERS)
      return begin(ctx, head(payer.id), wanted, isOpen);
    await priceAgain(ctx, work);
    const plans = await plansOf(ctx, work, span.from, wanted);
    const last = await lastNumber(ctx, payer.id);
    const steps = [isOpen, takeNumbers(payer.id, last, plans.length)];
    for (const [i, { plan, receiver }] of plans.entries())
      steps.push(...(await statementSteps(ctx, head(receiver), plan, last + 1 + i)));
    steps.push(...(await movedSteps(ctx, takenBack(plans))));
    return ctx.commit(steps, {
      count: plans.length,
      first_number: last + 1,
      last_number: last + plans.length,
      id: made,
      settlement_run_id: null,
    });
  },
});

/** What each receiver's statement would be now, refused where it isn't what was seen: 409 with both figures. */
async function plansOf(ctx: Ctx<CompanyActor>, work: OpenWork, from: string, wanted: readonly Wanted[]) {
  const below = await belowOf(ctx, work, from);
  const names = await namesById(
    ctx,
    wanted.map(({ receiver }) => receiver),
  );
  const plans: { receiver: number; plan: Plan }[] = [];
  const moved: string[] = [];
  for (const { receiver, lower, cents, lines } of wanted) {
    const name = names.get(receiver);
    if (name === undefined) throw missing();
    const plan = await planOf(ctx, work, below, receiver, lower);
    if (!plan) {
      if (cents === 0 && lines === 0) throw notNow(nothingOpen(name, work.through));
      moved.push(movedWords(name, { cents, lines }, { cents: 0, lines: 0 }));
    } else if (plan.total !== cents || plan.line_count !== lines)
      moved.push(movedWords(name, { cents, lines }, { cents: plan.total, lines: plan.line_count }));
    else plans.push({ receiver, plan });
  }
  if (moved.length) throw new Refusal("stale", moved.join(" "), { current: {} });
  return plans;
}

/** The claims of which these plans take back what was stated, whether or not they state something else instead. */
function takenBack(plans: readonly { plan: Plan }[]): SQL {
  const ids = plans.flatMap(({ plan }) =>
    plan.claims.flatMap((line) => (line.kind === "reversal" ? line.trip_ticket_settlement_id : [])),
  );
  return sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
}

const nothingOpen = (name: string, through: string) => `Nothing is open for ${name} through ${through}.`;

async function statementSteps(
  ctx: Ctx<CompanyActor>,
  head: StatementHead,
  plan: Plan,
  number: number,
): Promise<Step[]> {
  return [
    draftStep(ctx, head),
    ...claimLineSteps(made, 1, plan.rows),
    ...itemLineSteps(ctx, head, made, plan.claims.length + 1, plan.below),
    ...(await postSteps(ctx, made, head, number, paperOf(plan), plan)),
  ];
}

/** Write a run down with what was agreed to for each receiver, and put it on the queue. */
async function begin(ctx: Ctx<CompanyActor>, head: StatementHead, wanted: readonly Wanted[], isOpen: Step) {
  const run = newest(settlementRun);
  const rows = wanted.map(({ receiver, lower, cents, lines }) => ({
    settlement_run_id: run,
    receiving_company_id: receiver,
    expected_cents: cents,
    expected_lines: lines,
    takes_lower: lower,
  }));
  return ctx.commit(
    [
      isOpen,
      mustHit(
        ctx.write.insert(settlementRun).values({
          paying_company_id: head.payer.id,
          made_by_company_id: ctx.actor.company.id,
          job_id: head.job_id,
          period_start: head.from,
          period_end: head.through,
          pay_on: head.pay_on,
          memo: head.memo,
          ...creatorOf(ctx.actor),
          created_at: ctx.now.toISOString(),
        }),
      ),
      ...rows.map((row) => mustHit(ctx.write.insert(settlementRunReceiver).values(row))),
      enqueue(
        makeStatements,
        { run, key: ctx.actor.user ? null : ctx.actor.key },
        { key: run, lane: `settle${head.payer.id}` },
      ),
    ],
    { count: wanted.length, first_number: null, last_number: null, id: null, settlement_run_id: run },
  );
}
