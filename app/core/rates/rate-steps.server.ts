import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { jobCompany, jobHaulRate, jobProductRate, rateShare } from "#db/schema";
import type { VisibleJob } from "~/core/jobs/standing.server";
import { repriceSteps } from "~/core/settling/reprice.server";
import type { Diff } from "~/domain/history/history";
import { dayOf } from "~/domain/time/time";
import { mayMiss, mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { revise } from "~/web/revise.server";
import { fullWords } from "./rates";
import { type ReadRates, unsafeRates } from "./read.server";

type AnyRate = ReadRates["product_rates"][number] | ReadRates["haul_rates"][number];

/** What history calls a rate, and who may read it apart from the job's requester. */
export const rateInHistory = (rate: AnyRate) => ({
  key: `${"product" in rate ? `${rate.type} rate, ${rate.product}` : `Haul rate, ${rate.destination}`}: ${rate.payer} pays ${rate.receiver}`,
  readers: readersOf(rate.row),
});

/** Who may read a rate: who pays, and once the payer has agreed who is paid and who shares in it. */
export const readersOf = (rate: {
  receiving_company_id: number;
  paying_company_id: number;
  shares?: readonly { company_id: number }[];
  payer_asked_at?: string | null;
}): number[] => {
  if (rate.payer_asked_at) return [rate.paying_company_id];
  return [
    ...new Set([
      rate.receiving_company_id,
      rate.paying_company_id,
      ...(rate.shares ?? []).map((s) => s.company_id),
    ]),
  ];
};

/**
 * The page that asks a company to accept shows its rates: where one of them changes, the answer that it sends from the
 * page of before is out of date. Who has nothing to answer keeps its version.
 */
export const askAnew = (ctx: Ctx, jobId: number, readers: readonly number[]): Step =>
  mayMiss(
    ctx.write
      .update(jobCompany)
      .set({ version: sql`${jobCompany.version} + 1` })
      .where(
        and(
          eq(jobCompany.job_id, jobId),
          inArray(jobCompany.company_id, [...readers]),
          sql`${jobCompany.id} IN (SELECT s.id FROM job_seat s WHERE s.job_id = ${jobId})`,
          or(
            isNull(jobCompany.accepted_at),
            sql`${jobCompany.contract_changed_at} > ${jobCompany.accepted_at}`,
          ),
        ),
      ),
  );

const NONE = sql`0`;
type RateTable = typeof jobProductRate | typeof jobHaulRate;
const nameOf = (table: RateTable) => (table === jobProductRate ? "product" : "haul");

/** Whether a rate has paid a load, so that it stays as it is for ever. */
export const hasPaid = (table: RateTable): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = ${nameOf(table)} AND rate_id = ${table.id})`;

/** Whether a load is to be paid by a rate, or was. */
const isCounted = (table: RateTable) =>
  sql<number>`(${hasPaid(table)} OR EXISTS (SELECT 1 FROM trip_ticket_settlement c
    WHERE c.job_id = ${table.job_id} AND c.rate_table = ${nameOf(table)} AND c.rate_id = ${table.id}))`;

/** The ids of rates that loads are paid by. */
async function countedOf(ctx: Pick<Ctx, "read">, table: RateTable, where: SQL | undefined) {
  const rows = await ctx.read
    .select({ id: table.id })
    .from(table)
    .where(and(where, isCounted(table)));
  return new Set(rows.map((r) => r.id));
}

/** A rate as it was read is gone, with its split. */
export const dropRate = (
  ctx: Pick<Ctx, "write">,
  table: RateTable,
  row: { id: number; version: number },
): Step[] => [
  mayMiss(
    ctx.write
      .delete(rateShare)
      .where(and(eq(rateShare.rate_table, nameOf(table)), eq(rateShare.rate_id, row.id))),
  ),
  mustHit(ctx.write.delete(table).where(and(eq(table.id, row.id), eq(table.version, row.version)))),
];

/**
 * Ends the rates of a job that go with something else: the steps that delete each as it was read, or let it end today
 * where loads are paid by it, and a line of history for each, for its own readers, since who takes a product or a company
 * off a job may not read what it was paid. None that comes in between goes unsaid: the commit is run again.
 */
export async function endRates(
  ctx: Ctx,
  found: VisibleJob,
  which: { product?: SQL | undefined; haul?: SQL | undefined },
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  const today = dayOf(ctx.now, found.zone);
  const of = (table: RateTable, where: SQL | undefined) =>
    where
      ? and(
          eq(table.job_id, found.job.id),
          where,
          sql`(${table.ended_on} IS NULL OR ${table.ended_on} > ${today})`,
        )
      : NONE;
  const product = of(jobProductRate, which.product);
  const haul = of(jobHaulRate, which.haul);
  const { product_rates, haul_rates } = await unsafeRates(ctx, { product, haul });
  const counted = {
    product: await countedOf(ctx, jobProductRate, product),
    haul: await countedOf(ctx, jobHaulRate, haul),
  };
  const asRead = (table: RateTable, { row }: AnyRate): Step[] =>
    counted[nameOf(table)].has(row.id)
      ? [revise(ctx, table, row, { ended_on: today })]
      : dropRate(ctx, table, row);
  const ended = [
    ...product_rates.map((rate) => ({ rate, table: jobProductRate })),
    ...haul_rates.map((rate) => ({ rate, table: jobHaulRate })),
  ];
  return {
    steps: [
      ...ended.flatMap(({ rate, table }) => asRead(table, rate)),
      ...(ended.length ? repriceSteps(found.job.id) : []),
      mustHit(
        sql`UPDATE job SET version = version WHERE id = ${found.job.id}
          AND NOT EXISTS (SELECT 1 FROM job_product_rate WHERE ${product}) AND NOT EXISTS (SELECT 1 FROM job_haul_rate WHERE ${haul})`,
      ),
      ...(ended.length
        ? [
            askAnew(
              ctx,
              found.job.id,
              ended.flatMap(({ rate }) => rateInHistory(rate).readers),
            ),
          ]
        : []),
    ],
    diffs: ended.map(({ rate, table }) => {
      const { key, readers } = rateInHistory(rate);
      const stays = counted[nameOf(table)].has(rate.id);
      return {
        key,
        saved: rate.words,
        updated: stays ? fullWords(rate.price, { ...rate.row, ended_on: today }) : null,
        readers,
      };
    }),
  };
}
