import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { job, jobFile, usCounty, user } from "#db/schema";
import { jobsOf, onJob } from "~/core/jobs/access.server";
import { readJobDestinations } from "~/core/jobs/destinations.server";
import { readJobProducts } from "~/core/jobs/job-products.server";
import { type VisibleJob, visibleJob } from "~/core/jobs/standing.server";
import { readRates } from "~/core/rates/read.server";
import { ticketListOutput } from "~/core/tickets/output";
import { text } from "~/domain/text/input";
import { placesOf } from "~/features/job-companies/companies.server";
import { searchTickets } from "~/features/trip-tickets/search.server";
import type { CompanyActor } from "~/web/actor";
import { paging } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { jobSearch } from "./list.server";
import { jobRecordOutput, jobsOutput } from "./output";

const INCLUDES = ["companies", "destinations", "products", "rates"] as const;
const namesIn = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

/** A job for programs: the mill reads its number and dates, who is on it its land too (decisions, section 2). */
function jobRecord(found: VisibleJob, beside: { creator: Creator | null; plan_map: number | null }) {
  const { job: j, standing } = found;
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
    us_county: land ? found.county : null,
    plss_meridian_code: land ? j.plss_meridian_code : null,
    township: land ? j.township : null,
    range: land ? j.range : null,
    section: land ? j.section : null,
    latitude: land ? j.latitude : null,
    longitude: land ? j.longitude : null,
    geom: land && j.geom !== null ? (JSON.parse(j.geom) as unknown) : null,
    has_plan_map: land ? j.has_plan_map : false,
    /** Where the plan map is read. */
    job_map: land && beside.plan_map !== null ? `/api/jobs/${j.id}/files/${beside.plan_map}/content` : null,
    creator_user: land ? beside.creator : null,
    is_deleted: j.is_deleted,
    harvest_notification_number: land ? j.harvest_notification_number : null,
    log_brand: land ? j.log_brand : null,
    is_pending: standing.pending,
    /** Of the caller's own place on the job: what it answers with, one above it. */
    my_version: found.mine?.version ?? null,
    version: j.version,
  };
}

type Creator = { id: number; first_name: string | null; last_name: string | null };

/** Who made a job, and the file of its plan map where the caller may read files. */
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

/** One job, and beside it what is asked for of it, as far as the caller may read it. */
export const getJobRecord = procedure({
  name: "getJob",
  may: "job.read",
  input: z.strictObject({
    id: z.number().int(),
    /** What to put beside it: names, with commas between them. */
    include: text(100)
      .refine(
        (names) => namesIn(names).every((n) => INCLUDES.some((i) => i === n)),
        `include knows: ${INCLUDES.join(", ")}`,
      )
      .optional(),
  }),
  output: jobRecordOutput,
  async run(ctx, { id, include }) {
    const found = await visibleJob(ctx, id);
    const wanted = namesIn(include);
    const { rights } = found;
    const asks = (name: (typeof INCLUDES)[number]) => wanted.includes(name);
    const rates = asks("rates") && rights.see_rates ? await readRates(ctx, found) : null;
    return {
      job: jobRecord(found, await besideJob(ctx, found)),
      ...(asks("companies") ? { companies: rights.see_companies ? companyRows(found) : [] } : {}),
      ...(asks("destinations")
        ? { destinations: rights.see_destinations ? await readJobDestinations(ctx, id) : [] }
        : {}),
      ...(asks("products") ? { products: rights.see_products ? await readJobProducts(ctx, id) : [] } : {}),
      ...(asks("rates")
        ? {
            product_rates: (rates?.product_rates ?? []).map((r) => dollars(r.row)),
            haul_rates: (rates?.haul_rates ?? []).map((r) => dollars(r.row)),
          }
        : {}),
    };
  },
});

const dollars = <T extends { rate: number }>(row: T) => ({ ...row, rate: row.rate / 10_000 });

const companyRows = (found: VisibleJob) => placesOf(found).map(({ version: _version, ...place }) => place);

/** The visible jobs that fit, newest first unless asked otherwise. */
export const searchJobs = procedure({
  name: "searchJobs",
  may: "job.read",
  input: z.strictObject({
    name: jobSearch.name,
    contract_number: jobSearch.contract_number,
    sort: jobSearch.sort,
    descending: jobSearch.descending,
    job_status_ids: z.array(z.number().int().min(1).max(2)).max(2).optional(),
    ...paging,
  }),
  output: jobsOutput,
  async run(ctx, { take, skip, sort, descending, ...input }) {
    const where = and(
      jobsOf(ctx.actor),
      jobSearch.has(job.name, input.name),
      jobSearch.has(job.contract_number, input.contract_number),
      input.job_status_ids?.length ? inArray(job.job_status_id, input.job_status_ids) : undefined,
    );
    const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(job).where(where);
    const query = ctx.read
      .select({ job, county: usCounty.name, on: onJob(ctx.actor) })
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

/** A job's tickets, those that the caller may see; without a job there is nothing to list (decisions, section 8). */
export const listJobTickets = procedure({
  name: "listJobTickets",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int(), ...paging }),
  output: ticketListOutput,
  async run(ctx, { job_id, take, skip }) {
    if (job_id === 0) return { trip_tickets: [], meta: { total: 0, skip, take } };
    await visibleJob(ctx, job_id);
    return searchTickets.run(ctx, { job_ids: [job_id], sort: "last_modified_at", take, skip });
  },
});
