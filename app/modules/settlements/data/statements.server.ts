import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { settlementStatement } from "#db/schema";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams } from "~/web/paging";
import { procedure, type ReadCtx } from "~/web/procedure";
import { AppError, unprocessable } from "~/web/refusal";
import { calendarDayField, idField, memoField } from "../rules/inputs";
import { settlementStatementOutput, statementsOutput } from "../rules/output";
import { selectVisibleStatements } from "../shared/access.server";
import { buildOpenPeriodStep } from "../shared/closed.server";
import { isStatementOverdue, isStatementOverdueSql } from "../shared/pay-days.server";
import { requireSettlements } from "../shared/payer.server";
import { buildRepricePaidToOtherSteps, claimsOnStatementQuery } from "../shared/reprice.server";
import {
  requirePayerStatement,
  requireVisibleStatement,
  type StatementRow,
  selectStatements,
} from "../shared/statement-access.server";
import { buildItemLineSteps, buildLoadLineSteps, createItemSnapshotLine } from "./lines.server";
import {
  formatPlanChangedMessage,
  getLocalToday,
  getPayDay,
  MAX_LOADS_IN_COMMIT,
  planStatement,
  readStatementItems,
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
import { buildDraftUnchangedStep, readDraftLines } from "./run-steps.server";

const s = settlementStatement;
const STATUS = { unpaid: 1, paid: 2, void: 3 } as const;
const STATUS_WORDS = ["unpaid", "paid", "void"] as const;

const apiStatement = (ctx: ReadCtx, { statement, payer, receiver, maker }: StatementRow) => ({
  id: statement.id,
  number: statement.number,
  paying_company: payer,
  receiving_company: receiver,
  made_by_company: maker,
  job_id: statement.job_id,
  period_start: statement.period_start,
  period_end: statement.period_end,
  pay_on: statement.pay_on,
  is_overdue: isStatementOverdue(statement, getLocalToday(ctx)),
  status:
    statement.posted_at === null
      ? ("draft" as const)
      : (STATUS_WORDS[statement.status_type_id - 1] ?? "void"),
  posted_at: statement.posted_at,
  gross_cents: statement.gross_cents,
  adjustments_cents: statement.adjustments_cents,
  total_cents: statement.total_cents,
  line_count: statement.line_count,
  paid_cents: statement.paid_cents,
  void_reason: statement.void_reason,
  memo: statement.memo,
  hash: statement.hash,
  version: statement.version,
});

/** List the statements that the acting company makes or receives, newest first. */
export const listSettlementStatements = procedure({
  name: "listSettlementStatements",
  may: "settlement.read",
  input: z.strictObject({
    ...pagingParams,
    paying_company_id: idField.optional(),
    receiving_company_id: idField.optional(),
    status: z.enum(["draft", "unpaid", "paid", "void"]).optional(),
    is_overdue: z.boolean().optional().describe("Whether money is left to pay after the pay date."),
  }),
  output: statementsOutput,
  async run(ctx, { take, skip, ...by }) {
    const condition = and(
      by.paying_company_id === undefined ? undefined : eq(s.paying_company_id, by.paying_company_id),
      by.receiving_company_id === undefined ? undefined : eq(s.receiving_company_id, by.receiving_company_id),
      by.status === undefined
        ? undefined
        : by.status === "draft"
          ? isNull(s.posted_at)
          : and(sql`${s.posted_at} IS NOT NULL`, eq(s.status_type_id, STATUS[by.status])),
      by.is_overdue === undefined
        ? undefined
        : sql`(${isStatementOverdueSql(getLocalToday(ctx))}) = ${Number(by.is_overdue)}`,
    );
    const ends = (select: SQL) => selectVisibleStatements(ctx.actor, select, condition ?? sql`1`);
    const [total] = await ctx.read
      .select({ n: sql<number>`coalesce(sum(n), 0)` })
      .from(sql`(${ends(sql`count(*) AS n`)})`);
    const ids = sql`SELECT id FROM (${ends(sql`${s.id} AS id`)} ORDER BY id DESC LIMIT ${take} OFFSET ${skip})`;
    const rows = await selectStatements(ctx).where(sql`${s.id} IN (${ids})`).orderBy(desc(s.id));
    return {
      settlement_statements: rows.map((row) => apiStatement(ctx, row)),
      meta: { total: total?.n ?? 0, skip, take },
    };
  },
});

/** Return a statement for its payer, its maker, or after posting its receiver. */
export const getSettlementStatement = procedure({
  name: "getSettlementStatement",
  may: "settlement.read",
  input: z.strictObject({ settlement_statement_id: idField }),
  output: settlementStatementOutput,
  run: async (ctx, input) =>
    apiStatement(ctx, await requireVisibleStatement(ctx, input.settlement_statement_id)),
});

/**
 * Create a draft statement for review before posting. The draft reserves its loads, so no other statement can include
 * them.
 */
export const draftStatement = procedure({
  name: "draftStatement",
  may: "settlement.create",
  input: z.strictObject({
    ...openWorkInput,
    receiving_company_id: idField,
    takes_lower: z.boolean().default(false),
    pay_on: calendarDayField().optional(),
    memo: memoField.optional(),
  }),
  output: idOutput,
  async run(ctx, input) {
    await requireSettlements(ctx);
    const { payer, setting, span, work } = await readOpenWork(ctx, input);
    const receiver = input.receiving_company_id;
    const name = (await readNamesById(ctx, [receiver])).get(receiver);
    const isOpen = await buildOpenPeriodStep(ctx, payer.id, span.through, "period_end");
    await repriceOpenWork(ctx, work);
    const plan = await planStatement(
      ctx,
      work,
      await readStatementItems(ctx, work, span.from),
      receiver,
      input.takes_lower,
    );
    if (!plan || name === undefined)
      throw unprocessable(`Nothing is open for this company through ${span.through}.`);
    if (plan.rows.length > MAX_LOADS_IN_COMMIT)
      throw unprocessable(
        `More than ${MAX_LOADS_IN_COMMIT} loads are open. Make it with POST /api/settlements/runs.`,
      );
    const head = {
      ...span,
      payer,
      receiver,
      pay_on: input.pay_on ?? getPayDay(span, setting),
      memo: input.memo || null,
      job_id: input.job_id ?? null,
      run: null,
    };
    return ctx.commit(
      [
        isOpen,
        buildCreateDraftStep(ctx, head),
        ...buildLoadLineSteps(insertedStatementIdQuery, 1, plan.rows),
      ],
      { id: insertedStatementIdQuery },
    );
  },
});

/** Post a draft, only if its amount is still as displayed. */
export const postStatement = procedure({
  name: "postStatement",
  may: "settlement.create",
  input: z.strictObject({
    settlement_statement_id: idField,
    expected_cents: z.number().int(),
    expected_lines: z.number().int().min(0),
  }),
  output: settlementStatementOutput,
  async run(ctx, input) {
    const row = await requirePayerStatement(ctx, input.settlement_statement_id);
    const { statement, payer, receiver } = row;
    if (statement.posted_at !== null)
      throw unprocessable(`It's already posted as statement ${statement.number}.`);
    if (statement.settlement_run_id !== null) throw unprocessable("It is being made. Wait for it.");
    const { work } = await readOpenWork(ctx, {
      paying_company_id: payer.id,
      period_start: statement.period_start,
      period_end: statement.period_end,
      ...(statement.job_id === null ? {} : { job_id: statement.job_id }),
    });
    const head = {
      from: statement.period_start,
      through: statement.period_end,
      payer: work.payer,
      receiver: receiver.id,
      pay_on: statement.pay_on,
      memo: statement.memo,
      job_id: statement.job_id,
      run: null,
    };
    const isOpen = await buildOpenPeriodStep(ctx, payer.id, head.through, "period_end");
    await repriceOpenWork(ctx, work);
    const { lines, moved, difference } = await readDraftLines(ctx, statement.id);
    const gross = lines.reduce((sum, line) => sum + line.amount_cents, 0);
    const below = (await readStatementItems(ctx, work, head.from)).of(receiver.id, gross);
    const is = { cents: below.total + difference, lines: lines.length + below.lines.length };
    const was = { cents: input.expected_cents, lines: input.expected_lines };
    if (moved > 0 || is.cents !== was.cents || is.lines !== was.lines)
      throw new AppError("stale", formatPlanChangedMessage(receiver.name, was, is), { current: {} });
    const last = await readLastNumber(ctx, payer.id);
    const paper = [...lines, ...below.lines.map(createItemSnapshotLine)];
    await ctx.commit(
      [
        isOpen,
        buildReserveNumbersStep(payer.id, last, 1),
        buildDraftUnchangedStep(statement.id),
        ...buildItemLineSteps(ctx, head, statement.id, lines.length + 1, below.lines),
        ...(await buildPostStatementSteps(ctx, statement.id, head, last + 1, paper, {
          gross,
          total: below.total,
        })),
        ...(await buildRepricePaidToOtherSteps(ctx, claimsOnStatementQuery(statement.id, true))),
      ],
      { id: statement.id },
    );
    return apiStatement(ctx, await requireVisibleStatement(ctx, statement.id));
  },
});

/** Delete a draft; its loads are open again. */
export const deleteDraft = procedure({
  name: "deleteDraft",
  may: "settlement.delete",
  input: z.strictObject({ settlement_statement_id: idField }),
  output: idOutput,
  async run(ctx, { settlement_statement_id }) {
    const { statement } = await requirePayerStatement(ctx, settlement_statement_id);
    if (statement.posted_at !== null)
      throw unprocessable("A posted statement can't be deleted. Void it instead.");
    if (statement.settlement_run_id !== null) throw unprocessable("It is being made. Stop that first.");
    return ctx.commit(
      [
        {
          ...allowAnyRows(sql`DELETE FROM settlement_line WHERE settlement_statement_id = ${statement.id}
            AND (SELECT posted_at FROM settlement_statement WHERE id = ${statement.id}) IS NULL`),
          isLong: true,
        },
        expectOneRow(ctx.write.delete(s).where(and(eq(s.id, statement.id), isNull(s.posted_at)))),
        ...(await buildRepricePaidToOtherSteps(ctx, claimsOnStatementQuery(statement.id))),
      ],
      { id: statement.id },
    );
  },
});
