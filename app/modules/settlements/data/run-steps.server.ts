import { setImmediate } from "node:timers/promises";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Statement } from "#db/client.server";
import { settlementLine, settlementRun, settlementRunReceiver } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { AppError, notFound } from "~/web/refusal";
import type { StatementHead } from "../rules/head";
import { idField } from "../rules/inputs";
import { buildOpenPeriodStep } from "../shared/closed.server";
import type { OpenWork } from "../shared/open-work.server";
import { readOpenClaims } from "../shared/open-work.server";
import { readPayer, readPayerSetting, requireSettlements } from "../shared/payer.server";
import { buildRepricePaidToOtherSteps, claimsOnStatementQuery } from "../shared/reprice.server";
import {
  buildItemLineSteps,
  buildLoadLineSteps,
  createItemSnapshotLine,
  type LineValues,
} from "./lines.server";
import { formatPlanChangedMessage, readStatementItems } from "./plan.server";
import {
  buildCreateDraftStep,
  buildPostStatementSteps,
  buildReserveNumbersStep,
  insertedStatementIdQuery,
  readLastNumber,
} from "./posting.server";
import { readNamesById } from "./preview.server";
import { repriceOpenWork } from "./pricing.server";

const rr = settlementRunReceiver;
/**
 * Number of loads in one commit. Other requests are served between commits, so this number determines how long they
 * wait.
 */
const CHUNK = 500;

/**
 * Process the next part of one receiver in a run: create the draft with its first loads, add more loads, or post the
 * draft when all loads are on it. Each part is one commit, determined by what is stored, so that it can be retried.
 */
export const settleNext = procedure({
  name: "settleNext",
  may: "settlement.create",
  input: z.strictObject({ run: idField, receiver: idField }),
  async run(ctx, input) {
    const { run, receiver, head, work } = await openRun(ctx, input);
    if (receiver.finished_at) return { done: true };
    const draft = receiver.settlement_statement_id;
    const next = () =>
      readOpenClaims(ctx, work, receiver.receiving_company_id, {
        lower: receiver.includes_reductions,
        most: CHUNK,
      });
    let rows = await next();
    // Searching all open loads for old rates is slow, so it is done once, after the last load was added and before
    // posting. It is done earlier only if one of these loads has an old rate.
    if (rows.length === 0 || rows.some((row) => row.claim.rate_version !== row.rate_version)) {
      await setImmediate();
      await repriceOpenWork(ctx, work);
      await setImmediate();
      rows = await next();
    }
    const mine = and(eq(rr.settlement_run_id, run.id), eq(rr.receiving_company_id, input.receiver));
    if (draft === null || rows.length > 0) {
      const has = draft === null ? 0 : await lineCount(ctx, draft);
      const steps: Step[] = [
        ...(draft === null
          ? [
              buildCreateDraftStep(ctx, head),
              expectOneRow(
                ctx.write
                  .update(rr)
                  .set({ settlement_statement_id: sql`${insertedStatementIdQuery}` })
                  .where(and(mine, isNull(rr.settlement_statement_id), isNull(rr.finished_at))),
              ),
            ]
          : [
              expectOneRow(
                ctx.write
                  .update(rr)
                  .set({ failure: null })
                  .where(and(mine, isNull(rr.finished_at))),
              ),
            ]),
        ...buildLoadLineSteps(draft ?? insertedStatementIdQuery, has + 1, rows),
      ];
      return ctx.commit(steps, { done: false });
    }
    return postDraft(ctx, work, head, draft, receiver, mine);
  },
});

async function openRun(ctx: Ctx<CompanyActor>, input: { run: number; receiver: number }) {
  await requireSettlements(ctx);
  const [row] = await ctx.read
    .select({ run: settlementRun, receiver: rr })
    .from(settlementRun)
    .innerJoin(rr, eq(rr.settlement_run_id, settlementRun.id))
    .where(
      and(
        eq(settlementRun.id, input.run),
        eq(rr.receiving_company_id, input.receiver),
        eq(settlementRun.prepared_by_company_id, ctx.actor.company.id),
      ),
    );
  if (!row) throw notFound();
  const { run, receiver } = row;
  const payer = await readPayer(ctx, run.paying_company_id);
  const setting = await readPayerSetting(ctx, payer.acted_for ? ctx.actor.company.id : payer.id);
  const work: OpenWork = {
    payer,
    through: run.period_end,
    starts_on: setting.starts_on,
    ...(run.job_id === null ? {} : { job_id: run.job_id }),
  };
  const head: StatementHead = {
    from: run.period_start,
    through: run.period_end,
    payer,
    receiver: input.receiver,
    pay_on: run.pay_on,
    memo: run.memo,
    job_id: run.job_id,
    run: run.id,
  };
  return { run, receiver, head, work };
}

async function lineCount(ctx: Ctx<CompanyActor>, statement: number): Promise<number> {
  const [row] = await ctx.read
    .select({ n: sql<number>`coalesce(max(${settlementLine.seq}), 0)` })
    .from(settlementLine)
    .where(eq(settlementLine.settlement_statement_id, statement));
  return row?.n ?? 0;
}

/** Number of lines of a draft to read at a time, because reading an SQLite file blocks other requests. */
const AT_ONCE = 1000;

/** Return a draft's lines in order, with the number of claims that changed since they were added. */
export async function readDraftLines(ctx: Ctx<CompanyActor>, statement: number) {
  const lines: LineValues[] = [];
  for (let after = 0; ; ) {
    const rows = await ctx.read
      .select()
      .from(settlementLine)
      .where(and(eq(settlementLine.settlement_statement_id, statement), gt(settlementLine.seq, after)))
      .orderBy(asc(settlementLine.seq))
      .limit(AT_ONCE);
    for (const { settlement_statement_id: _s, settlement_adjustment_id: _a, seq, ...line } of rows) {
      lines.push(line);
      after = seq;
    }
    if (rows.length < AT_ONCE) break;
    await setImmediate();
  }
  const [moved] = await ctx.read
    .select({ n: sql<number>`count(*)`, cents: sql<number>`coalesce(sum(c.due_cents - c.posted_cents), 0)` })
    .from(sql`settlement_line l JOIN amount_owed c ON c.id = l.amount_owed_id`)
    .where(sql`l.settlement_statement_id = ${statement} AND ${isMoved}`);
  return { lines, moved: moved?.n ?? 0, difference: moved?.cents ?? 0 };
}

const isMoved = sql`(c.due_cents IS NULL OR c.due_cents <> c.posted_cents OR c.voided_at IS NOT NULL)`;

/** Step that rolls back the commit if a claim on the draft has changed since it was read. */
export const buildDraftUnchangedStep = (statement: number): Step =>
  allowAnyRows(sql`INSERT INTO _guard SELECT NOT EXISTS (SELECT 1 FROM settlement_line l
    JOIN amount_owed c ON c.id = l.amount_owed_id
    WHERE l.settlement_statement_id = ${statement} AND ${isMoved})`);

async function postDraft(
  ctx: Ctx<CompanyActor>,
  work: OpenWork,
  head: StatementHead,
  draft: number,
  expected: typeof rr.$inferSelect,
  mine: ReturnType<typeof and>,
) {
  const isOpen = await buildOpenPeriodStep(ctx, head.payer.id, head.through, "period_end");
  const { lines, moved, difference } = await readDraftLines(ctx, draft);
  const gross = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  const below = (await readStatementItems(ctx, work, head.from)).of(head.receiver, gross);
  const is = { cents: below.total + difference, lines: lines.length + below.lines.length };
  const was = { cents: expected.expected_cents, lines: expected.expected_lines };
  if (moved > 0 || is.cents !== was.cents || is.lines !== was.lines) {
    const name = (await readNamesById(ctx, [head.receiver])).get(head.receiver) ?? "";
    throw new AppError("stale", formatPlanChangedMessage(name, was, is), { current: {} });
  }
  // Posting hashes all lines, so other requests are served first.
  await setImmediate();
  const last = await readLastNumber(ctx, head.payer.id);
  const paper = [...lines, ...below.lines.map(createItemSnapshotLine)];
  return ctx.commit(
    [
      isOpen,
      buildReserveNumbersStep(head.payer.id, last, 1),
      buildDraftUnchangedStep(draft),
      expectOneRow(
        ctx.write
          .update(rr)
          .set({ finished_at: ctx.now.toISOString() })
          .where(and(mine, isNull(rr.finished_at))),
      ),
      ...buildItemLineSteps(ctx, head, draft, lines.length + 1, below.lines),
      ...(await buildPostStatementSteps(ctx, draft, head, last + 1, paper, { gross, total: below.total })),
      ...(await buildRepricePaidToOtherSteps(ctx, claimsOnStatementQuery(draft, true))),
    ],
    { done: true },
  );
}

/** Return SQL statements that drop a receiver from a run: delete its draft with lines, and save the reason. */
export function buildDropReceiverSteps(
  { run, receiver }: { run: number; receiver: number },
  failure: string,
  instant: string,
): Statement[] {
  const drafts = "settlement_run_id = ? AND receiving_company_id = ? AND posted_at IS NULL";
  const ids = [run, receiver];
  return [
    {
      sql: `UPDATE settlement_run_receiver SET failure = ?, finished_at = ?, settlement_statement_id = NULL
        WHERE settlement_run_id = ? AND receiving_company_id = ? AND finished_at IS NULL`,
      params: [failure, instant, ...ids],
    },
    {
      sql: `DELETE FROM settlement_line WHERE settlement_statement_id IN (SELECT id FROM settlement_statement WHERE ${drafts})`,
      params: ids,
    },
    { sql: `DELETE FROM settlement_statement WHERE ${drafts}`, params: ids },
  ];
}
