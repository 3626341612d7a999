import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { jobDestination, jobDestinationCertification, jobProductMix } from "#db/schema";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { jobDestinationsOutput } from "../rules/job-output";
import { requireJobRight } from "./authorize.server";

const job_id = z.number().int();

/** Read a job's destinations by name, with the products that each accepts. */
export async function readJobDestinations(ctx: Pick<Ctx, "read">, jobId: number) {
  const [destinations, mixes, certifications] = await Promise.all([
    ctx.read
      .select()
      .from(jobDestination)
      .where(and(eq(jobDestination.job_id, jobId), sql`${jobDestination.removed_at} IS NULL`))
      .orderBy(jobDestination.name, jobDestination.id),
    ctx.read
      .select({ mix: jobProductMix })
      .from(jobProductMix)
      .innerJoin(jobDestination, eq(jobDestination.id, jobProductMix.job_destination_id))
      .where(eq(jobDestination.job_id, jobId))
      .orderBy(jobProductMix.id),
    ctx.read
      .select({
        job_destination_id: jobDestinationCertification.job_destination_id,
        certification_id: jobDestinationCertification.certification_id,
      })
      .from(jobDestinationCertification)
      .innerJoin(jobDestination, eq(jobDestination.id, jobDestinationCertification.job_destination_id))
      .where(eq(jobDestination.job_id, jobId)),
  ]);
  return destinations.map(({ job_id: _job, removed_at: _gone, ...d }) => ({
    ...d,
    company_certification_ids: certifications
      .filter((c) => c.job_destination_id === d.id)
      .map((c) => c.certification_id),
    product_mixes: mixes
      .filter(({ mix }) => mix.job_destination_id === d.id)
      .map(({ mix: { job_destination_id: _of, ...mix } }) => mix),
  }));
}

export const listJobDestinations = procedure({
  name: "listJobDestinations",
  may: "job_destination.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: jobDestinationsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_destinations: [], meta: { total: 0, ...part } };
    await requireJobRight(ctx, job_id, "see_destinations");
    const { rows, meta } = slicePage(await readJobDestinations(ctx, job_id), part);
    return { job_destinations: rows, meta };
  },
});
