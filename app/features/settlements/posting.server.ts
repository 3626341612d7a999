import { setImmediate } from "node:timers/promises";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { newest, type RowId } from "#db/newest";
import { numberSeries, settlementAdjustment, settlementStatement } from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { mailAdmins } from "~/core/outbox/admins.server";
import { FEATURE } from "~/domain/access/company-features";
import { formatMoney } from "~/domain/money/money";
import { formatDate } from "~/domain/time/time";
import { type CompanyActor, creatorOf } from "~/web/actor";
import { mayMiss, mustHit, overRows } from "~/web/commit.server";
import type { Ctx, Reading, Step } from "~/web/procedure";
import { statementEventStep } from "./events.server";
import type { StatementHead } from "./head";
import { firstHash, hashingOf, type LineValues, numbered } from "./lines.server";

/** The kind of the series that statements are numbered in, one for each payer. */
export const SERIES = "settlement";
const BEFORE_FIRST = 1000;

/** The last number that a payer has given. */
export async function lastNumber({ read }: Pick<Reading, "read">, payer: number): Promise<number> {
  const [row] = await read
    .select({ last: numberSeries.last })
    .from(numberSeries)
    .where(and(eq(numberSeries.kind, SERIES), eq(numberSeries.owner_id, payer)));
  return row?.last ?? BEFORE_FIRST;
}

/**
 * Take so many numbers after `last`. It also keeps two of a payer from posting at once: whatever one has read of what is
 * open, of balances and of the chain stands for as long as the series does, and the other is run again.
 */
export const takeNumbers = (payer: number, last: number, count: number): Step =>
  mustHit(sql`INSERT INTO number_series (kind, owner_id, last)
    VALUES (${SERIES}, ${payer}, cast(${last + count} as integer))
    ON CONFLICT (kind, owner_id) DO UPDATE SET last = excluded.last WHERE last = cast(${last} as integer)`);

/** A statement without lines, as a draft. */
export const draftStep = (ctx: Ctx<CompanyActor>, head: StatementHead): Step =>
  mustHit(
    ctx.write.insert(settlementStatement).values({
      paying_company_id: head.payer.id,
      receiving_company_id: head.receiver,
      made_by_company_id: ctx.actor.company.id,
      job_id: head.job_id,
      period_start: head.from,
      period_end: head.through,
      pay_on: head.pay_on,
      memo: head.memo,
      settlement_run_id: head.run,
      ...creatorOf(ctx.actor),
      created_at: ctx.now.toISOString(),
    }),
  );

type Sums = { gross: number; total: number };

/** The hash of the newest statement between the two, for the next one to stand on. */
async function chainOf({ read }: Pick<Reading, "read">, payer: number, receiver: number): Promise<string> {
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
  return last?.hash ?? firstHash(payer, receiver);
}

/**
 * Post a draft whose lines are these: its number, sums and hash, the first entry of its history, what is carried on, and
 * word to the receiver. The database refuses sums that are not those of its lines.
 */
export async function postSteps(
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
  const hash = await hashedBesideOthers(hashingOf(prev_hash, hashed, numbered(lines)));
  const carried = lines.find(({ kind }) => kind === "carried");
  return [
    overRows(
      lines.length,
      mustHit(
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
          mustHit(
            ctx.write.insert(settlementAdjustment).values({
              paying_company_id: payer.id,
              receiving_company_id: receiver,
              kind: "balance",
              amount_cents: carried.amount_cents,
              words: `Carried over from statement ${number}`,
              due_on: head.from,
              from_statement_id: sql`${statement}`,
              ...creatorOf(ctx.actor),
              created_at: posted_at,
            }),
          ),
        ]
      : []),
    statementEventStep(ctx, statement, { seq: 1, prev: hash }, "posted", {
      number,
      total_cents: sums.total,
      line_count: lines.length,
    }),
    // Who is paid can read its statement without a subscription, and its trial is still its own.
    mayMiss(sql`INSERT INTO company_feature_access (company_id, feature_id, is_active, created_at)
      VALUES (${receiver}, ${FEATURE.settlements}, 0, ${posted_at}) ON CONFLICT DO NOTHING`),
    ...(await tellReceiver(ctx, head, number, sums.total)),
  ];
}

/** A hash that is worked out while others are served, where it takes long. */
async function hashedBesideOthers(hashing: ReturnType<typeof hashingOf>): Promise<string> {
  for (;;) {
    const { done, value } = hashing.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Tell the receiver of a statement: a notification to the company, and a mail to its admins, if it has people. */
async function tellReceiver(ctx: Ctx<CompanyActor>, head: StatementHead, number: number, total: number) {
  const title = `Statement ${number} from ${head.payer.name}`;
  const message = `${formatMoney(total)} for loads through ${formatDate(head.through)}, to be paid on ${formatDate(head.pay_on)}.`;
  return newsSteps(
    ctx,
    head.receiver,
    `statement:${head.payer.id}:${number}`,
    title,
    message,
    "/settlements",
  );
}

/** Word of settlements to a company that has people: a notification, and a mail to its admins. */
export async function newsSteps(
  ctx: Ctx<CompanyActor>,
  company: number,
  topic: string,
  title: string,
  message: string,
  path: string,
): Promise<Step[]> {
  return [
    ...notify(ctx, { type: NOTICE.settlement, to: { company }, title, message, path, group: topic }),
    ...(await mailAdmins(ctx, company, NOTICE.settlement, { subject: title, text: message, path, topic })),
  ];
}

/** The newest statement of the batch. */
export const made = newest(settlementStatement);
