import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { jobCompany, jobHaulRate, jobProductRate } from "#db/schema";
import type { VisibleJob } from "~/core/jobs/standing.server";
import type { Diff } from "~/domain/history/history";
import { mayMiss, mustHit } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { type ReadRates, unsafeRates } from "./read.server";

type AnyRate = ReadRates["product_rates"][number] | ReadRates["haul_rates"][number];

/** What history calls a rate, and who may read it apart from the job's requester. */
export const rateInHistory = (rate: AnyRate) => ({
  key: `${"product" in rate ? `${rate.type} rate, ${rate.product}` : `Haul rate, ${rate.destination}`}: ${rate.payer} pays ${rate.receiver}`,
  readers: [rate.row.receiving_company_id, rate.row.paying_company_id],
});

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

/**
 * Ends the rates of a job that go with something else: the steps that delete each as it was read, and a line of history
 * for each, for its own readers, since who takes a product or a company off a job may not read what it was paid. None
 * that comes in between is deleted unsaid: the commit is run again.
 */
export async function endRates(
  ctx: Ctx,
  found: VisibleJob,
  which: { product?: SQL | undefined; haul?: SQL | undefined },
): Promise<{ steps: Step[]; diffs: Diff[] }> {
  const of = (table: typeof jobProductRate | typeof jobHaulRate, where: SQL | undefined) =>
    where ? and(eq(table.job_id, found.job.id), where) : NONE;
  const product = of(jobProductRate, which.product);
  const haul = of(jobHaulRate, which.haul);
  const { product_rates, haul_rates } = await unsafeRates(ctx, { product, haul });
  const asRead = (table: typeof jobProductRate | typeof jobHaulRate, { row }: AnyRate) =>
    mustHit(ctx.write.delete(table).where(and(eq(table.id, row.id), eq(table.version, row.version))));
  const ended = [...product_rates, ...haul_rates];
  return {
    steps: [
      ...product_rates.map((r) => asRead(jobProductRate, r)),
      ...haul_rates.map((r) => asRead(jobHaulRate, r)),
      mustHit(
        sql`UPDATE job SET version = version WHERE id = ${found.job.id}
          AND NOT EXISTS (SELECT 1 FROM job_product_rate WHERE ${product}) AND NOT EXISTS (SELECT 1 FROM job_haul_rate WHERE ${haul})`,
      ),
      ...(ended.length
        ? [
            askAnew(
              ctx,
              found.job.id,
              ended.flatMap((r) => rateInHistory(r).readers),
            ),
          ]
        : []),
    ],
    diffs: ended.map((r) => {
      const { key, readers } = rateInHistory(r);
      return { key, saved: r.words, updated: null, readers };
    }),
  };
}
