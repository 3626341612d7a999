import { and, eq, isNotNull, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { job, jobProduct, tripTicket } from "#db/schema";
import { GIVEN_COMPANY, worksOnJob } from "~/core/jobs/access.server";
import { ticketsVisibleToCompany } from "~/core/tickets/access.server";
import { status } from "~/core/tickets/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { type JobWork, jobWorkOf } from "./list-work";

/** A job with more loads than these says so on its own page; a list of ten jobs doesn't add them up. */
const MOST_ADDED = 5_000;

const JOBS = sql`(SELECT value FROM json_each(${sql.placeholder("jobs")}))`;
const findSizes = prepared((read) =>
  read
    .select({
      id: job.id,
      n: sql<number>`(SELECT count(*) FROM (SELECT 1 FROM trip_ticket t WHERE t.job_id = job.id LIMIT ${sql.raw(String(MOST_ADDED + 1))}))`,
    })
    .from(job)
    .where(sql`${job.id} IN ${JOBS}`),
);
const findGroups = prepared((read) =>
  read
    .select({
      job_id: tripTicket.job_id,
      status: tripTicket.trip_ticket_status_id,
      unit: sql<
        number | null
      >`CASE WHEN ${tripTicket.scaled_volume} IS NULL THEN ${tripTicket.estimated_wood_unit_type_id} ELSE ${tripTicket.scaled_wood_unit_type_id} END AS unit`,
      loads: sql<number>`count(*)`,
      volume: sql<number>`sum(coalesce(${tripTicket.scaled_volume}, ${tripTicket.estimated_volume}, 0))`,
      unscaled: sql<number>`sum(${tripTicket.scaled_volume} IS NULL AND ${tripTicket.trip_ticket_status_id} = ${status("completed")})`,
      last: sql<string | null>`max(${tripTicket.dropped_off_at})`,
    })
    .from(tripTicket)
    .where(and(sql`${tripTicket.job_id} IN ${JOBS}`, ticketsVisibleToCompany(sql.placeholder("me"))))
    .groupBy(tripTicket.job_id, tripTicket.trip_ticket_status_id, sql`unit`),
);
const findContracts = prepared((read) =>
  read
    .select({
      job_id: jobProduct.job_id,
      unit: jobProduct.wood_unit_type_id,
      volume: sql<number>`${jobProduct.contract_volume}`,
    })
    .from(jobProduct)
    .innerJoin(job, eq(job.id, jobProduct.job_id))
    .where(and(sql`${job.id} IN ${JOBS}`, isNotNull(jobProduct.contract_volume), worksOnJob(GIVEN_COMPANY))),
);

/**
 * How the work on these jobs stands, from the loads that the acting company sees; what the contracts are for, where it works
 * on the job and may read its products. Without an entry: it may not read loads, or there are too many to add up here.
 */
export async function readJobWork(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
): Promise<Map<number, JobWork>> {
  const { permissions } = ctx.actor;
  if (!permissions.trip_ticket.read || ids.length === 0) return new Map();
  const sizes = await findSizes(ctx.read, { jobs: JSON.stringify(ids) });
  const small = sizes.filter(({ n }) => n <= MOST_ADDED).map(({ id }) => id);
  const values = { jobs: JSON.stringify(small), me: ctx.actor.company.id };
  const [groups, contracts] = await Promise.all([
    findGroups(ctx.read, values),
    permissions.job_product.read ? findContracts(ctx.read, values) : [],
  ]);
  return new Map(
    small.map((id) => [
      id,
      jobWorkOf(
        groups.filter((g) => g.job_id === id),
        contracts.filter((c) => c.job_id === id),
      ),
    ]),
  );
}
