import { and, asc, desc, eq, inArray, like, sql } from "drizzle-orm";
import { z } from "zod";
import {
  company,
  job,
  jobCompany,
  jobDestination,
  jobProductMix,
  plssMeridian,
  productType,
  usCounty,
  usState,
  woodSpecies,
  woodSpeciesType,
  woodUnitType,
} from "#db/schema";
import { describeLand } from "~/domain/plss/plss";
import { formatDate } from "~/domain/time/time";
import { ROLE_LABELS } from "~/features/companies/company-roles";
import { ACTIVITIES, type Activity } from "~/features/history/history";
import { readHistory } from "~/features/history/history.server";
import { jobMapOf } from "~/features/maps/job-map.server";
import { wordsOf } from "~/features/trip-tickets/detail.server";
import { productText } from "~/features/trip-tickets/trip-ticket";
import { procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { jobsOf, jobsVisibleTo } from "./access.server";

export const JOBS_PAGE_SIZE = 10;

/** The jobs that the acting company may see, newest first; ten a page (spec 1, section 9). */
export const listJobs = procedure({
  name: "listJobs",
  may: "job.read",
  input: z.strictObject({
    page: z.number().int().min(0).max(100_000).default(0),
    name: z.string().max(100).optional(),
  }),
  async run(ctx, input) {
    const where = and(
      jobsOf(ctx.actor),
      input.name ? like(job.name, `%${input.name.replace(/[%_]/g, "")}%`) : undefined,
    );
    const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(job).where(where);
    const me = ctx.actor.company.id;
    const newest = [desc(job.created_at), asc(job.id)];
    // The page's ids first, their names after: sorting carries nothing along.
    const ids = ctx.read
      .select({ id: job.id })
      .from(job)
      .where(where)
      .orderBy(...newest)
      .limit(JOBS_PAGE_SIZE)
      .offset(input.page * JOBS_PAGE_SIZE);
    const rows = await ctx.read
      .select({
        id: job.id,
        name: job.name,
        contract_number: job.contract_number,
        county: usCounty.name,
        stusps: usState.stusps,
        start_date: job.start_date,
        job_status_id: job.job_status_id,
        requester: company.name,
        pending: sql<number>`EXISTS (SELECT 1 FROM job_company p WHERE p.job_id = ${job.id} AND p.company_id = ${me} AND p.accepted_at IS NULL AND p.declined_at IS NULL AND p.removed_at IS NULL)`,
      })
      .from(job)
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(company, eq(company.id, job.request_user_company_id))
      .where(inArray(job.id, ids))
      .orderBy(...newest);
    return {
      total: total?.n ?? 0,
      page: input.page,
      rows: rows.map((r) => ({ ...r, pending: Boolean(r.pending), start: formatDate(r.start_date) })),
    };
  },
});

/** One job as the acting company may see it: a pending company and a mill see less (decisions, section 2). */
export const getJob = procedure({
  name: "getJob",
  may: "job.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [row] = await ctx.read
      .select({
        job,
        county: usCounty.name,
        stusps: usState.stusps,
        meridian: plssMeridian.name,
        requester: company.name,
      })
      .from(job)
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(company, eq(company.id, job.request_user_company_id))
      .leftJoin(plssMeridian, eq(plssMeridian.code, job.plss_meridian_code))
      .where(and(eq(job.id, id), jobsVisibleTo(ctx.actor)));
    if (!row) throw missing("There is no such job, or it is not yours to see.");
    const me = ctx.actor.company.id;
    const companies = await ctx.read
      .select({
        company_id: jobCompany.company_id,
        name: company.name,
        is_land_owner: jobCompany.is_land_owner,
        is_land_owner_authorizee: jobCompany.is_land_owner_authorizee,
        is_land_manager: jobCompany.is_land_manager,
        is_cutter: jobCompany.is_cutter,
        is_skidder: jobCompany.is_skidder,
        is_hauler: jobCompany.is_hauler,
        accepted_at: jobCompany.accepted_at,
      })
      .from(jobCompany)
      .innerJoin(company, eq(company.id, jobCompany.company_id))
      .where(
        and(
          eq(jobCompany.job_id, id),
          sql`${jobCompany.declined_at} IS NULL AND ${jobCompany.removed_at} IS NULL`,
        ),
      )
      .orderBy(company.name);
    const isRequester = row.job.request_user_company_id === me;
    const mine = companies.find((c) => c.company_id === me);
    const accepted = isRequester || Boolean(mine?.accepted_at);
    const on = isRequester || Boolean(mine);
    const sorts = on ? await readSorts(ctx.read, id) : [];
    const history = accepted ? await readHistory(ctx.read, { jobId: id, ticketId: null }) : [];
    const words = wordsOf(ctx);
    return {
      id,
      name: row.job.name,
      contract_number: row.job.contract_number,
      active: row.job.job_status_id === 1,
      pending: on && !accepted,
      start: formatDate(row.job.start_date),
      end: row.job.end_date ? formatDate(row.job.end_date) : null,
      requester: row.requester,
      county: on ? `${row.county}, ${row.stusps}` : null,
      land: on ? describeLand({ ...row.job, meridian: row.meridian }) : null,
      map: on ? await jobMapOf(ctx, row.job) : null,
      companies: (on ? companies : []).map((c) => ({
        name: c.name,
        accepted: c.accepted_at !== null,
        roles: rolesText(c),
      })),
      sorts,
      may_create:
        accepted &&
        row.job.job_status_id === 1 &&
        ctx.actor.permissions.trip_ticket.create &&
        (isRequester ||
          Boolean(mine && (mine.is_land_manager || mine.is_cutter || mine.is_skidder || mine.is_hauler))),
      history: history.map((h) => ({
        id: h.id,
        what: ACTIVITIES[h.activity as Activity] ?? h.activity,
        who: h.creator_label ?? [h.first_name, h.last_name].filter(Boolean).join(" "),
        company: h.company,
        when: { at: h.created_at, text: words.instant(h.created_at) },
      })),
    };
  },
});

const rolesText = (c: {
  is_land_owner: boolean;
  is_land_owner_authorizee: boolean;
  is_land_manager: boolean;
  is_cutter: boolean;
  is_skidder: boolean;
  is_hauler: boolean;
}): string =>
  [
    c.is_land_manager && ROLE_LABELS.is_land_manager,
    c.is_land_owner && ROLE_LABELS.is_land_owner,
    c.is_land_owner_authorizee && "Consulting forester",
    c.is_cutter && ROLE_LABELS.is_cutter,
    c.is_skidder && ROLE_LABELS.is_skidder,
    c.is_hauler && ROLE_LABELS.is_hauler,
  ]
    .filter(Boolean)
    .join(", ");

/** The sort sheet: each destination with the products that it takes. */
async function readSorts(read: Parameters<typeof readHistory>[0], jobId: number) {
  const destinations = await read
    .select()
    .from(jobDestination)
    .where(and(eq(jobDestination.job_id, jobId), sql`${jobDestination.removed_at} IS NULL`))
    .orderBy(jobDestination.name);
  const mix = await read
    .select({
      id: jobProductMix.job_destination_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      unit: woodUnitType.name,
    })
    .from(jobProductMix)
    .innerJoin(jobDestination, eq(jobDestination.id, jobProductMix.job_destination_id))
    .innerJoin(productType, eq(productType.id, jobProductMix.product_type_id))
    .innerJoin(woodUnitType, eq(woodUnitType.id, jobProductMix.wood_unit_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, jobProductMix.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, jobProductMix.wood_species_type_id))
    .where(and(eq(jobDestination.job_id, jobId), eq(jobProductMix.is_accepted, true)));
  return destinations.map((d) => ({
    id: d.id,
    name: d.name,
    mileage: d.mileage === null ? null : `${d.mileage} mi${d.mileage_is_estimate ? " (estimate)" : ""}`,
    products: mix.filter((m) => m.id === d.id).map((m) => `${productText(m)} (${m.unit})`),
  }));
}
