import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { jobCompany, jobHaulRate, jobProductRate, rateShare } from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { Diff } from "~/modules/history/rules/history";
import type { VisibleJob } from "~/modules/jobs/shared/authorize.server";
import { buildRepriceJobSteps } from "~/modules/settlements/shared/reprice.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { updateWithVersion } from "~/web/revise.server";
import { formatPriceWithTerms } from "../rules/rates";
import { type ReadRates, readRatesUnchecked } from "./read.server";

type AnyRate = ReadRates["product_rates"][number] | ReadRates["haul_rates"][number];

/** Return the name of a rate in history, and the companies other than the job's requester that may read it. */
export const formatRateForHistory = (rate: AnyRate) => ({
  key: `${"product" in rate ? `${rate.type} rate, ${rate.product}` : `Haul rate, ${rate.destination}`}: ${rate.payer} pays ${rate.receiver}`,
  readers: getRateReaders(rate.row),
});

/**
 * Return the companies that may read a rate: the payer, and once the payer has agreed also the payee and those with a
 * share.
 */
export const getRateReaders = (rate: {
  receiving_company_id: number;
  paying_company_id: number;
  shares?: readonly { company_id: number }[];
  consent_requested_at?: string | null;
}): number[] => {
  if (rate.consent_requested_at) return [rate.paying_company_id];
  return [
    ...new Set([
      rate.receiving_company_id,
      rate.paying_company_id,
      ...(rate.shares ?? []).map((s) => s.company_id),
    ]),
  ];
};

/**
 * Return the step that invalidates open acceptance pages after a rate on them has changed, by raising the version of
 * each company that still has something to accept. Other companies keep their version.
 */
export const buildInvalidateAcceptanceStep = (ctx: Ctx, jobId: number, readers: readonly number[]): Step =>
  allowAnyRows(
    ctx.write
      .update(jobCompany)
      .set({ version: sql`${jobCompany.version} + 1` })
      .where(
        and(
          eq(jobCompany.job_id, jobId),
          inArray(jobCompany.company_id, [...readers]),
          sql`${jobCompany.id} IN (SELECT s.id FROM job_membership s WHERE s.job_id = ${jobId})`,
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

/** SQL condition for a rate that has paid a load; such a rate can never change. */
export const ratePaidLoadCondition = (table: RateTable): SQL<number> =>
  sql<number>`EXISTS (SELECT 1 FROM settlement_line WHERE rate_table = ${nameOf(table)} AND rate_id = ${table.id})`;

/** True if a rate has paid, or is due to pay, a load. */
const isCounted = (table: RateTable) =>
  sql<number>`(${ratePaidLoadCondition(table)} OR EXISTS (SELECT 1 FROM amount_owed c
    WHERE c.job_id = ${table.job_id} AND c.rate_table = ${nameOf(table)} AND c.rate_id = ${table.id}))`;

/** Return the IDs of the rates that have paid, or are due to pay, a load. */
async function countedOf(ctx: Pick<Ctx, "read">, table: RateTable, where: SQL | undefined) {
  const rows = await ctx.read
    .select({ id: table.id })
    .from(table)
    .where(and(where, isCounted(table)));
  return new Set(rows.map((r) => r.id));
}

/** Return the steps that delete a rate and its split, if the rate is unchanged since it was read. */
export const buildDeleteRateSteps = (
  ctx: Pick<Ctx, "write">,
  table: RateTable,
  row: { id: number; version: number },
): Step[] => [
  allowAnyRows(
    ctx.write
      .delete(rateShare)
      .where(and(eq(rateShare.rate_table, nameOf(table)), eq(rateShare.rate_id, row.id))),
  ),
  expectOneRow(ctx.write.delete(table).where(and(eq(table.id, row.id), eq(table.version, row.version)))),
];

/**
 * Return the steps that end the rates of a product, company or destination that leaves a job. Each rate is deleted, or
 * ended today if it pays loads. Each gets its own history line, readable only by its own readers, because the user who
 * removes a company may not see its rates. If a rate is added in the meantime, the commit is retried.
 */
export async function buildEndRatesSteps(
  ctx: Ctx,
  job: VisibleJob,
  which: { product?: SQL | undefined; haul?: SQL | undefined },
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  const today = getDay(ctx.now, job.zone);
  const of = (table: RateTable, where: SQL | undefined) =>
    where
      ? and(
          eq(table.job_id, job.job.id),
          where,
          sql`(${table.ended_on} IS NULL OR ${table.ended_on} > ${today})`,
        )
      : NONE;
  const product = of(jobProductRate, which.product);
  const haul = of(jobHaulRate, which.haul);
  const { product_rates, haul_rates } = await readRatesUnchecked(ctx, { product, haul });
  const counted = {
    product: await countedOf(ctx, jobProductRate, product),
    haul: await countedOf(ctx, jobHaulRate, haul),
  };
  const asRead = (table: RateTable, { row }: AnyRate): Step[] =>
    counted[nameOf(table)].has(row.id)
      ? [updateWithVersion(ctx, table, row, { ended_on: today })]
      : buildDeleteRateSteps(ctx, table, row);
  const ended = [
    ...product_rates.map((rate) => ({ rate, table: jobProductRate })),
    ...haul_rates.map((rate) => ({ rate, table: jobHaulRate })),
  ];
  return {
    steps: [
      ...ended.flatMap(({ rate, table }) => asRead(table, rate)),
      ...(ended.length ? buildRepriceJobSteps(job.job.id) : []),
      expectOneRow(
        sql`UPDATE job SET version = version WHERE id = ${job.job.id}
          AND NOT EXISTS (SELECT 1 FROM job_product_rate WHERE ${product}) AND NOT EXISTS (SELECT 1 FROM job_haul_rate WHERE ${haul})`,
      ),
      ...(ended.length
        ? [
            buildInvalidateAcceptanceStep(
              ctx,
              job.job.id,
              ended.flatMap(({ rate }) => formatRateForHistory(rate).readers),
            ),
          ]
        : []),
    ],
    diffs: ended.map(({ rate, table }) => {
      const { key, readers } = formatRateForHistory(rate);
      const stays = counted[nameOf(table)].has(rate.id);
      return {
        key,
        saved: rate.words,
        updated: stays ? formatPriceWithTerms(rate.price, { ...rate.row, ended_on: today }) : null,
        readers,
      };
    }),
  };
}
