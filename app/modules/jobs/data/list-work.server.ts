import { and, eq, isNotNull, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { job, jobProduct, tripTicket } from "#db/schema";
import { ticketsVisibleToCompanyQuery } from "~/modules/trip-tickets/shared/access.server";
import { IS_OPEN_SQL, UNDER_WAY_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { type JobWork, toJobWork } from "../rules/list-work";
import { isWorkingOnJobSql, PLACEHOLDER_ACTOR } from "../shared/access.server";
import { readLastLoads } from "./last-loads.server";

const JOBS = jsonListSql(sql.placeholder("jobs"));
const ME = sql.placeholder("me");

/** Completed loads, as totaled by the database (db/derived-deliveries.sql). */
const findDone = prepareQuery((read) =>
  read
    .select({
      job_id: sql<number>`d.job_id`,
      unit: sql<number | null>`nullif(d.unit, 0)`,
      loads: sql<number>`d.loads`,
      volume: sql<number>`d.volume`,
      unscaled: sql<number>`d.unscaled`,
      estimated: sql<number>`CASE WHEN d.unscaled = 0 THEN 0 ELSE (SELECT coalesce(sum(v.volume), 0)
        FROM company_delivery v INDEXED BY company_delivery_unscaled WHERE v.is_scaled = 0 AND v.company_id = d.company_id
         AND v.job_id = d.job_id AND v.unit = d.unit AND v.product_type_id = d.product_type_id
         AND coalesce(v.wood_species_id, 0) = d.wood_species_id AND coalesce(v.wood_species_type_id, 0) = d.wood_species_type_id) END`,
    })
    .from(sql`company_job_total d`)
    .where(sql`d.company_id = ${ME} AND d.job_id IN ${JOBS}`),
);
/** Count the loads under way; other unfinished loads are in the list of available loads. */
const findOpen = prepareQuery((read) =>
  read
    .select({ job_id: tripTicket.job_id, n: sql<number>`count(*)` })
    .from(tripTicket)
    .where(
      and(
        sql`${tripTicket.job_id} IN ${JOBS} AND ${IS_OPEN_SQL} AND trip_ticket_status_id IN ${UNDER_WAY_STATUS_IDS}`,
        ticketsVisibleToCompanyQuery(ME),
      ),
    )
    .groupBy(tripTicket.job_id),
);
const findContracts = prepareQuery((read) =>
  read
    .select({
      job_id: jobProduct.job_id,
      unit: jobProduct.wood_unit_type_id,
      volume: sql<number>`${jobProduct.contract_volume}`,
    })
    .from(jobProduct)
    .innerJoin(job, eq(job.id, jobProduct.job_id))
    .where(
      and(
        sql`${job.id} IN ${JOBS}`,
        isNotNull(jobProduct.contract_volume),
        isWorkingOnJobSql(PLACEHOLDER_ACTOR),
      ),
    ),
);

/**
 * Return the state of the work on these jobs, from loads that the acting company sees. Contract volumes are included if
 * the company works on the job and may read its products. Empty if the company may not read loads.
 */
export async function readJobWork(
  ctx: Ctx<CompanyActor>,
  ids: readonly number[],
): Promise<Map<number, JobWork>> {
  const { permissions } = ctx.actor;
  if (!permissions.trip_ticket.read || ids.length === 0) return new Map();
  const values = { jobs: JSON.stringify(ids), me: ctx.actor.company.id };
  const [done, open, last, contracts] = await Promise.all([
    findDone(ctx.read, values),
    findOpen(ctx.read, values),
    readLastLoads(ctx, ids),
    permissions.job_product.read ? findContracts(ctx.read, values) : [],
  ]);
  const workOn = (id: number) =>
    toJobWork({
      done: done.filter((d) => d.job_id === id),
      open: open.find((o) => o.job_id === id)?.n ?? 0,
      last: last.get(id) ?? null,
      contracts: contracts.filter((c) => c.job_id === id),
    });
  return new Map(ids.map((id) => [id, workOn(id)]));
}
