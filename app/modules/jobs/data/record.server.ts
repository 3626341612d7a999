import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { job, jobFile, usCounty, user } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { toRateOutput } from "~/modules/rates/rules/output";
import { readRates } from "~/modules/rates/shared/read.server";
import { ticketListOutput } from "~/modules/trip-tickets/rules/ticket-output";
import { searchTickets } from "~/modules/trip-tickets/shared/search.server";
import type { CompanyActor } from "~/web/actor";
import { pagingParams } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { toApiJobCompanies } from "../companies/data/companies.server";
import { jobRecordOutput, jobsOutput } from "../rules/output";
import { isOnJobSql, ownJobsCondition } from "../shared/access.server";
import { requireVisibleJob, type VisibleJob } from "../shared/authorize.server";
import { readJobDestinations } from "../shared/destinations.server";
import { readJobProducts } from "../shared/job-products.server";
import { jobSearch } from "../shared/list.server";

const INCLUDES = ["companies", "destinations", "products", "rates"] as const;
const namesIn = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

/**
 * Build the API's record of a job. A mill sees the job's number and dates; companies on the job also see its land
 * (docs/domain.md#who-sees-a-job).
 */
function jobRecord(job: VisibleJob, beside: { creator: Creator | null; plan_map: number | null }) {
  const { job: j, standing } = job;
  const land = standing.on;
  return {
    id: j.id,
    name: j.name,
    contract_number: j.contract_number,
    start_date: j.start_date,
    end_date: j.end_date,
    job_status_id: j.job_status_id,
    request_user_company_id: j.request_user_company_id,
    country_id: land ? j.country_id : null,
    us_state_id: land ? j.us_state_id : null,
    us_county_id: land ? j.us_county_id : null,
    us_county: land ? job.county : null,
    plss_meridian_code: land ? j.plss_meridian_code : null,
    township: land ? j.township : null,
    range: land ? j.range : null,
    section: land ? j.section : null,
    latitude: land ? j.latitude : null,
    longitude: land ? j.longitude : null,
    geom: land && j.geom !== null ? (JSON.parse(j.geom) as unknown) : null,
    has_plan_map: land ? j.has_plan_map : false,
    /** URL of the plan map. */
    job_map: land && beside.plan_map !== null ? `/api/jobs/${j.id}/files/${beside.plan_map}/content` : null,
    creator_user: land ? beside.creator : null,
    is_deleted: j.is_deleted,
    harvest_notification_number: land ? j.harvest_notification_number : null,
    log_brand: land ? j.log_brand : null,
    is_pending: standing.pending,
    /** Version of the caller's own row on the job; `version` is the version of the job itself. */
    my_version: job.mine?.version ?? null,
    version: j.version,
  };
}

type Creator = { id: number; first_name: string | null; last_name: string | null };

/** Return the creator of a job, and the file id of its plan map if the caller may read files. */
async function besideJob(ctx: Ctx<CompanyActor>, { job: j, rights }: VisibleJob) {
  const [[creator], [plan]] = await Promise.all([
    ctx.read
      .select({ id: user.id, first_name: user.first_name, last_name: user.last_name })
      .from(user)
      .where(eq(user.id, j.creator_user_id ?? 0)),
    rights.see_files
      ? ctx.read
          .select({ id: jobFile.id })
          .from(jobFile)
          .where(and(eq(jobFile.job_id, j.id), eq(jobFile.is_plan_map, true), eq(jobFile.is_deleted, false)))
          .limit(1)
      : [],
  ]);
  return { creator: creator ?? null, plan_map: plan?.id ?? null };
}

/** Return one job, with the requested additions that the caller may read. */
export const getJobRecord = procedure({
  name: "getJob",
  may: "job.read",
  input: z.strictObject({
    id: z.number().int(),
    /** Comma-separated names of the lists to include. */
    include: createTextSchema(100)
      .refine(
        (names) => namesIn(names).every((n) => INCLUDES.some((i) => i === n)),
        `include knows: ${INCLUDES.join(", ")}`,
      )
      .optional(),
  }),
  output: jobRecordOutput,
  async run(ctx, { id, include }) {
    const job = await requireVisibleJob(ctx, id);
    const expected = namesIn(include);
    const { rights } = job;
    const asks = (name: (typeof INCLUDES)[number]) => expected.includes(name);
    const rates = asks("rates") && rights.see_rates ? await readRates(ctx, job) : null;
    return {
      job: jobRecord(job, await besideJob(ctx, job)),
      ...(asks("companies") ? { companies: rights.see_companies ? companyRows(job) : [] } : {}),
      ...(asks("destinations")
        ? { destinations: rights.see_destinations ? await readJobDestinations(ctx, id) : [] }
        : {}),
      ...(asks("products") ? { products: rights.see_products ? await readJobProducts(ctx, id) : [] } : {}),
      ...(asks("rates")
        ? {
            product_rates: (rates?.product_rates ?? []).map((r) => toRateOutput(r.row)),
            haul_rates: (rates?.haul_rates ?? []).map((r) => toRateOutput(r.row)),
          }
        : {}),
    };
  },
});

const companyRows = (job: VisibleJob) =>
  toApiJobCompanies(job).map(({ version: _version, ...place }) => place);

/** Return the visible jobs that match the search, newest first by default. */
export const searchJobs = procedure({
  name: "searchJobs",
  may: "job.read",
  input: z.strictObject({
    name: jobSearch.name,
    contract_number: jobSearch.contract_number,
    sort: jobSearch.sort,
    descending: jobSearch.descending,
    job_status_ids: z.array(z.number().int().min(1).max(2)).max(2).optional(),
    ...pagingParams,
  }),
  output: jobsOutput,
  async run(ctx, { take, skip, sort, descending, ...input }) {
    const where = and(
      ownJobsCondition(ctx.actor),
      jobSearch.has(job.name, input.name),
      jobSearch.has(job.contract_number, input.contract_number),
      input.job_status_ids?.length ? inArray(job.job_status_id, input.job_status_ids) : undefined,
    );
    const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(job).where(where);
    const query = ctx.read
      .select({ job, county: usCounty.name, on: isOnJobSql(ctx.actor) })
      .from(job)
      .innerJoin(usCounty, sql`${usCounty.id} = ${job.us_county_id}`)
      .where(where)
      .orderBy(...jobSearch.orderOf(sort, descending))
      .$dynamic();
    const rows = take === -1 ? await query : await query.limit(take).offset(skip);
    return {
      jobs: rows.map(({ job: j, county, on }) => ({
        id: j.id,
        name: j.name,
        contract_number: j.contract_number,
        start_date: j.start_date,
        end_date: j.end_date,
        job_status_id: j.job_status_id,
        request_user_company_id: j.request_user_company_id,
        us_county: on ? county : null,
        township: on ? j.township : null,
        range: on ? j.range : null,
        section: on ? j.section : null,
        latitude: on ? j.latitude : null,
        longitude: on ? j.longitude : null,
        version: j.version,
      })),
      meta: { total: total?.n ?? 0, skip, take },
    };
  },
});

/** List a job's tickets that the caller may see; empty if `job_id` is 0 (docs/domain.md#programs). */
export const listJobTickets = procedure({
  name: "listJobTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int(), ...pagingParams }),
  output: ticketListOutput,
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { trip_tickets: [], meta: { total: 0, skip, take } };
    await requireVisibleJob(ctx, job_id);
    return searchTickets.run(ctx, { job_ids: [job_id], sort: "last_modified_at", take, skip });
  },
});
