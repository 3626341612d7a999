import { setImmediate } from "node:timers/promises";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { type RowId, selectInsertedId } from "#db/inserted-id";
import { numberSeries, settlementAdjustment, settlementStatement } from "#db/schema";
import { FEATURE } from "~/lib/access/company-features";
import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import { formatMoney } from "~/lib/money/money";
import { formatDate } from "~/lib/time/time";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import { type CompanyActor, toCreator } from "~/web/actor";
import { allowAnyRows, expectOneRow, markLongStep } from "~/web/commit.server";
import type { Ctx, ReadCtx, Step } from "~/web/procedure";
import type { StatementHead } from "../rules/head";
import { buildStatementEventStep } from "../shared/events.server";
import {
  getInitialStatementHash,
  hashStatementGradually,
  type LineValues,
  numberLines,
} from "./lines.server";

/** Kind of the statement number series; each payer has its own series. */
export const STATEMENT_SERIES = "settlement";
const BEFORE_FIRST = 1000;

/** Return the last statement number of a payer. */
export async function readLastNumber({ read }: Pick<ReadCtx, "read">, payer: number): Promise<number> {
  const [row] = await read
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(and(eq(numberSeries.kind, STATEMENT_SERIES), eq(numberSeries.owner_id, payer)));
  return row?.last ?? BEFORE_FIRST;
}

/**
 * Reserve `count` numbers after `last`. If two requests of a payer post at once, the series has changed for the second
 * request, which is retried with newly read loads, balances and hash.
 */
export const buildReserveNumbersStep = (payer: number, last: number, count: number): Step =>
  expectOneRow(sql`INSERT INTO number_series (kind, owner_id, last)
    VALUES (${STATEMENT_SERIES}, ${payer}, cast(${last + count} as integer))
    ON CONFLICT (kind, owner_id) DO UPDATE SET last = excluded.last WHERE last = cast(${last} as integer)`);

/** Step that inserts a draft without lines. */
export const buildCreateDraftStep = (ctx: Ctx<CompanyActor>, head: StatementHead): Step =>
  expectOneRow(
    ctx.write.insert(settlementStatement).values({
      paying_company_id: head.payer.id,
      receiving_company_id: head.receiver,
      prepared_by_company_id: ctx.actor.company.id,
      job_id: head.job_id,
      period_start: head.from,
      period_end: head.through,
      pay_on: head.pay_on,
      memo: head.memo,
      settlement_run_id: head.run,
      ...toCreator(ctx.actor),
      created_at: ctx.now.toISOString(),
    }),
  );

type Sums = { gross: number; total: number };

/** Return the hash of the newest statement between payer and receiver, which the next statement's hash includes. */
async function chainOf({ read }: Pick<ReadCtx, "read">, payer: number, receiver: number): Promise<string> {
  const [last] = await read
    .select({ hash: settlementStatement.hash })
    .from(settlementStatement)
    .where(
      and(
        eq(settlementStatement.paying_company_id, payer),
        eq(settlementStatement.receiving_company_id, receiver),
        isNotNull(settlementStatement.posted_at),
      ),
    )
    .orderBy(desc(settlementStatement.number))
    .limit(1);
  return last?.hash ?? getInitialStatementHash(payer, receiver);
}

/**
 * Return steps that post a draft with these lines: set its number, totals and hash, add its first history event, carry
 * a negative total forward, and notify the receiver. The database rejects totals that don't match the lines.
 */
export async function buildPostStatementSteps(
  ctx: Ctx<CompanyActor>,
  statement: RowId,
  head: StatementHead,
  number: number,
  lines: readonly LineValues[],
  sums: Sums,
): Promise<Step[]> {
  const posted_at = ctx.now.toISOString();
  const { payer, receiver } = head;
  const prev_hash = await chainOf(ctx, payer.id, receiver);
  const hashed = {
    number,
    paying_company_id: payer.id,
    receiving_company_id: receiver,
    period_start: head.from,
    period_end: head.through,
    pay_on: head.pay_on,
    posted_at,
    total_cents: sums.total,
  };
  const hash = await hashedBesideOthers(hashStatementGradually(prev_hash, hashed, numberLines(lines)));
  const carried = lines.find(({ kind }) => kind === "carried");
  return [
    markLongStep(
      lines.length,
      expectOneRow(
        ctx.write
          .update(settlementStatement)
          .set({
            number,
            posted_at,
            gross_cents: sums.gross,
            adjustments_cents: sums.total - sums.gross,
            total_cents: sums.total,
            line_count: lines.length,
            status_type_id: sums.total === 0 ? 2 : 1,
            hash,
            prev_hash,
            version: sql`${settlementStatement.version} + 1`,
          })
          .where(sql`${settlementStatement.id} = ${statement} AND ${settlementStatement.posted_at} IS NULL`),
      ),
    ),
    ...(carried
      ? [
          expectOneRow(
            ctx.write.insert(settlementAdjustment).values({
              paying_company_id: payer.id,
              receiving_company_id: receiver,
              kind: "balance",
              amount_cents: carried.amount_cents,
              note: `Carried over from statement ${number}`,
              due_on: head.from,
              from_statement_id: sql`${statement}`,
              ...toCreator(ctx.actor),
              created_at: posted_at,
            }),
          ),
        ]
      : []),
    buildStatementEventStep(ctx, statement, { seq: 1, prev: hash }, "posted", {
      number,
      total_cents: sums.total,
      line_count: lines.length,
    }),
    // The payee can read its statements without a subscription, and can still start its own trial.
    allowAnyRows(sql`INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at)
      VALUES (${receiver}, ${FEATURE.settlements}, 0, ${posted_at}) ON CONFLICT DO NOTHING`),
    ...(await tellReceiver(ctx, head, number, sums.total)),
  ];
}

/** Compute a hash; if it takes long, serve other requests in between. */
async function hashedBesideOthers(hashing: ReturnType<typeof hashStatementGradually>): Promise<string> {
  for (;;) {
    const { done, value } = hashing.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Notify a statement's receiver: a notification to the company, and an email to its admins if it has users. */
async function tellReceiver(ctx: Ctx<CompanyActor>, head: StatementHead, number: number, total: number) {
  const title = `Statement ${number} from ${head.payer.name}`;
  const message = `${formatMoney(total)} for loads through ${formatDate(head.through)}, to be paid on ${formatDate(head.pay_on)}.`;
  return buildSettlementNotifySteps(
    ctx,
    head.receiver,
    `statement:${head.payer.id}:${number}`,
    title,
    message,
    "/settlements",
  );
}

/** Return steps that notify a company with users about settlements: a notification, and an email to its admins. */
export async function buildSettlementNotifySteps(
  ctx: Ctx<CompanyActor>,
  company: number,
  topic: string,
  title: string,
  message: string,
  path: string,
): Promise<Step[]> {
  return [
    ...buildNotificationSteps(ctx, {
      type: NOTIFICATION.settlement,
      to: { company },
      title,
      message,
      path,
      group: topic,
    }),
    ...(await buildAdminMailSteps(ctx, company, NOTIFICATION.settlement, {
      subject: title,
      text: message,
      path,
      topic,
    })),
  ];
}

/** SQL for the id of the statement last inserted in the batch. */
export const insertedStatementIdQuery = selectInsertedId(settlementStatement);
