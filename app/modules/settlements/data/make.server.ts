import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { settlementRun, settlementRunReceiver } from "#db/schema";
import { buildEnqueueStep } from "~/lib/queue/work.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { AppError, invalid, notFound, unprocessable } from "~/web/refusal";
import type { StatementHead } from "../rules/head";
import { calendarDayField, idField, memoField } from "../rules/inputs";
import { statementsMadeOutput } from "../rules/output";
import { buildOpenPeriodStep } from "../shared/closed.server";
import type { OpenWork } from "../shared/open-work.server";
import { requireSettlements } from "../shared/payer.server";
import { buildRepricePaidToOtherSteps } from "../shared/reprice.server";
import { makeStatementsTask } from "../shared/run.server";
import { buildItemLineSteps, buildLoadLineSteps } from "./lines.server";
import {
  createPlanLines,
  formatPlanChangedMessage,
  getPayDay,
  MAX_LOADS_IN_COMMIT,
  planStatement,
  readStatementItems,
  type StatementPlan,
} from "./plan.server";
import {
  buildCreateDraftStep,
  buildPostStatementSteps,
  buildReserveNumbersStep,
  insertedStatementIdQuery,
  readLastNumber,
} from "./posting.server";
import { openWorkInput, readNamesById, readOpenWork } from "./preview.server";
import { repriceOpenWork } from "./pricing.server";

/** Maximum number of receivers in one commit; larger numbers are processed in a queued run. */
const MAX_RECEIVERS = 12;

const expected = { cents: z.number().int(), lines: z.number().int().min(0) };

/** A receiver of the preview, with the amount and the number of lines shown on the page. */
const receiverInput = z.strictObject({
  receiving_company_id: idField,
  expected_cents: expected.cents,
  expected_lines: expected.lines,
  takes_lower: z.boolean().default(false),
  /** Amount and number of lines including corrections that lower pay, if the form has a checkbox for such corrections. */
  lower_cents: expected.cents.optional(),
  lower_lines: expected.lines.optional(),
  is_ticked: z.boolean().optional(),
});
type Wanted = { receiver: number; lower: boolean; cents: number; lines: number };

/** Return the receivers selected in the form, each once; all receivers if the form has no checkboxes. */
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
 * Create and post statements for many receivers, only if the open items haven't changed since they were displayed. A
 * small number of loads and receivers is one commit; a larger number is a queued run that makes each receiver's
 * statement separately.
 */
export const createStatements = procedure({
  name: "createStatements",
  may: "settlement.create",
  input: z.strictObject({
    ...openWorkInput,
    pay_on: calendarDayField().optional(),
    memo: memoField.optional(),
    /** An API client may request a queued run for any number of loads. */
    is_beside: z.boolean().default(false),
    by_tick: z.boolean().default(false),
    receivers: z.array(receiverInput).min(1, "Select at least one company.").max(2000),
  }),
  output: statementsMadeOutput,
  async run(ctx, input) {
    await requireSettlements(ctx);
    const { payer, setting, span, work } = await readOpenWork(ctx, input);
    const expected = wantedOf(input.receivers, input.by_tick);
    if (expected.length === 0) throw invalid({ receivers: ["Select at least one company."] });
    const pay_on = input.pay_on ?? getPayDay(span, setting);
    if (pay_on < span.from) throw invalid({ pay_on: ["Choose a day from the first day of the period on."] });
    const isOpen = await buildOpenPeriodStep(ctx, payer.id, span.through, "period_end");
    const head = (receiver: number): StatementHead => ({
      ...span,
      payer,
      receiver,
      pay_on,
      memo: input.memo || null,
      job_id: input.job_id ?? null,
      run: null,
    });
    const lines = expected.reduce((all, { lines }) => all + lines, 0);
    if (input.is_beside || lines > MAX_LOADS_IN_COMMIT || expected.length > MAX_RECEIVERS)
      return begin(ctx, head(payer.id), expected, isOpen);
    await repriceOpenWork(ctx, work);
    const plans = await plansOf(ctx, work, span.from, expected);
    const last = await readLastNumber(ctx, payer.id);
    const steps = [isOpen, buildReserveNumbersStep(payer.id, last, plans.length)];
    for (const [i, { plan, receiver }] of plans.entries())
      steps.push(...(await statementSteps(ctx, head(receiver), plan, last + 1 + i)));
    steps.push(...(await buildRepricePaidToOtherSteps(ctx, takenBack(plans))));
    return ctx.commit(steps, {
      count: plans.length,
      first_number: last + 1,
      last_number: last + plans.length,
      id: insertedStatementIdQuery,
      settlement_run_id: null,
    });
  },
});

/**
 * Return each receiver's current statement plan. Throws 409 with both amounts if a plan differs from what was
 * displayed.
 */
async function plansOf(ctx: Ctx<CompanyActor>, work: OpenWork, from: string, expected: readonly Wanted[]) {
  const below = await readStatementItems(ctx, work, from);
  const names = await readNamesById(
    ctx,
    expected.map(({ receiver }) => receiver),
  );
  const plans: { receiver: number; plan: StatementPlan }[] = [];
  const moved: string[] = [];
  for (const { receiver, lower, cents, lines } of expected) {
    const name = names.get(receiver);
    if (name === undefined) throw notFound();
    const plan = await planStatement(ctx, work, below, receiver, lower);
    if (!plan) {
      if (cents === 0 && lines === 0) throw unprocessable(nothingOpen(name, work.through));
      moved.push(formatPlanChangedMessage(name, { cents, lines }, { cents: 0, lines: 0 }));
    } else if (plan.total !== cents || plan.line_count !== lines)
      moved.push(
        formatPlanChangedMessage(name, { cents, lines }, { cents: plan.total, lines: plan.line_count }),
      );
    else plans.push({ receiver, plan });
  }
  if (moved.length) throw new AppError("stale", moved.join(" "), { current: {} });
  return plans;
}

/**
 * SQL condition for the amounts owed with reversed lines in these plans, whether or not the amounts are on the
 * statement again.
 */
function takenBack(plans: readonly { plan: StatementPlan }[]): SQL {
  const ids = plans.flatMap(({ plan }) =>
    plan.claims.flatMap((line) => (line.kind === "reversal" ? line.amount_owed_id : [])),
  );
  return sql`SELECT value FROM json_each(${JSON.stringify(ids)})`;
}

const nothingOpen = (name: string, through: string) => `Nothing is open for ${name} through ${through}.`;

async function statementSteps(
  ctx: Ctx<CompanyActor>,
  head: StatementHead,
  plan: StatementPlan,
  number: number,
): Promise<Step[]> {
  return [
    buildCreateDraftStep(ctx, head),
    ...buildLoadLineSteps(insertedStatementIdQuery, 1, plan.rows),
    ...buildItemLineSteps(ctx, head, insertedStatementIdQuery, plan.claims.length + 1, plan.below),
    ...(await buildPostStatementSteps(
      ctx,
      insertedStatementIdQuery,
      head,
      number,
      createPlanLines(plan),
      plan,
    )),
  ];
}

/** Save a run with each receiver's expected amount, and add it to the queue. */
async function begin(ctx: Ctx<CompanyActor>, head: StatementHead, expected: readonly Wanted[], isOpen: Step) {
  const run = selectInsertedId(settlementRun);
  const rows = expected.map(({ receiver, lower, cents, lines }) => ({
    settlement_run_id: run,
    receiving_company_id: receiver,
    expected_cents: cents,
    expected_lines: lines,
    includes_reductions: lower,
  }));
  return ctx.commit(
    [
      isOpen,
      expectOneRow(
        ctx.write.insert(settlementRun).values({
          paying_company_id: head.payer.id,
          prepared_by_company_id: ctx.actor.company.id,
          job_id: head.job_id,
          period_start: head.from,
          period_end: head.through,
          pay_on: head.pay_on,
          memo: head.memo,
          ...toCreator(ctx.actor),
          created_at: ctx.now.toISOString(),
        }),
      ),
      ...rows.map((row) => expectOneRow(ctx.write.insert(settlementRunReceiver).values(row))),
      buildEnqueueStep(
        makeStatementsTask,
        { run, key: ctx.actor.user ? null : ctx.actor.key },
        { key: run, lane: `settle${head.payer.id}` },
      ),
    ],
    { count: expected.length, first_number: null, last_number: null, id: null, settlement_run_id: run },
  );
}
