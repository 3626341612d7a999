import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, usCounty, usState } from "#db/schema";
import { jobsOf, jobsVisibleTo, onJob } from "~/core/jobs/access.server";
import { formatDate, formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import type { JobWork } from "./list-work";
import { readJobWork } from "./list-work.server";

export const JOBS_PAGE_SIZE = 10;
/** Invitations are shown above the list; more than these wait in it. */
const MOST_PENDING = 20;

export const JOB_SORTS = ["name", "contract_number", "start_date", "job_status_id", "created_at"] as const;
export type JobSort = (typeof JOB_SORTS)[number];

const searched = {
  name: z.string().trim().max(100).optional(),
  contract_number: z.string().trim().max(100).optional(),
  sort: z.enum(JOB_SORTS).default("created_at"),
  descending: z.boolean().optional(),
};

/** Escape the characters that LIKE treats as wildcards. */
const has = (column: typeof job.name | typeof job.contract_number, part: string | undefined) =>
  part ? sql`${column} LIKE ${`%${part.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'` : undefined;

const pendingOf = (me: number) =>
  sql<number>`EXISTS (SELECT 1 FROM job_seat s WHERE s.job_id = ${job.id} AND s.company_id = ${me} AND s.accepted_at IS NULL)`;

/** The same, starting from the invitations, which are few, and not from all jobs that the company sees. */
const invitesTo = (actor: CompanyActor) =>
  and(
    jobsVisibleTo(actor),
    sql`${job.id} IN (SELECT s.job_id FROM job_seat s WHERE s.company_id = ${actor.company.id} AND s.accepted_at IS NULL)`,
  );

/** Newest first, names from A on, unless asked otherwise. */
export const isDescending = (sort: JobSort, asked: boolean | undefined) =>
  asked ?? (sort === "created_at" || sort === "start_date");

const rowsOf = (ctx: Ctx<CompanyActor>, where: SQL | undefined, order: SQL[], take: number, skip: number) => {
  // The page's ids first, their names after: sorting carries nothing along.
  const ids = ctx.read
    .select({ id: job.id })
    .from(job)
    .where(where)
    .orderBy(...order)
    .limit(take)
    .offset(skip);
  return ctx.read
    .select({
      id: job.id,
      name: job.name,
      contract_number: job.contract_number,
      county: usCounty.name,
      us_county_id: job.us_county_id,
      latitude: job.latitude,
      longitude: job.longitude,
      stusps: usState.stusps,
      start_date: job.start_date,
      job_status_id: job.job_status_id,
      requester: company.name,
      pending: pendingOf(ctx.actor.company.id),
      /** Who only receives the wood reads the job's number and dates (decisions, section 2). */
      on: onJob(ctx.actor),
    })
    .from(job)
    .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(inArray(job.id, ids))
    .orderBy(...order);
};

const orderOf = (sort: JobSort, descending: boolean | undefined): SQL[] => [
  isDescending(sort, descending) ? desc(job[sort]) : asc(job[sort]),
  asc(job.id),
];

/**
 * The jobs that the acting company may see, ten a page (spec 1, section 9), and before them those to which it is
 * invited and has not answered.
 */
export const listJobs = procedure({
  name: "listJobs",
  may: "job.read",
  input: z.strictObject({
    page: z.number().int().min(0).max(100_000).default(0),
    ...searched,
    status_ids: z.array(z.number().int()).max(10).optional(),
  }),
  async run(ctx, { page: asked, sort, descending, ...input }) {
    const asksFor = and(has(job.name, input.name), has(job.contract_number, input.contract_number));
    const answered = and(jobsOf(ctx.actor), asksFor, sql`NOT ${pendingOf(ctx.actor.company.id)}`);
    const order = orderOf(sort, descending);
    const counts = await ctx.read
      .select({ status: job.job_status_id, n: sql<number>`count(*)` })
      .from(job)
      .where(answered)
      .groupBy(job.job_status_id);
    const statuses = input.status_ids?.length ? input.status_ids : null;
    // Added up here: counting once more would go through all of the company's jobs once more.
    const total = counts.reduce(
      (sum, { status, n }) => sum + (statuses?.includes(status) === false ? 0 : n),
      0,
    );
    // A page beyond the last one, of a list that became shorter, is the last one.
    const page = Math.min(asked, Math.max(0, Math.ceil(total / JOBS_PAGE_SIZE) - 1));
    const where = and(answered, statuses ? inArray(job.job_status_id, statuses) : undefined);
    const [rows, invited] = await Promise.all([
      rowsOf(ctx, where, order, JOBS_PAGE_SIZE, page * JOBS_PAGE_SIZE),
      page === 0
        ? rowsOf(ctx, and(invitesTo(ctx.actor), asksFor), orderOf("created_at", true), MOST_PENDING, 0)
        : [],
    ]);
    const work = await readJobWork(
      ctx,
      rows.map((row) => row.id),
    );
    type Row = (typeof rows)[number];
    const shown = ({ on, us_county_id, latitude, longitude, ...r }: Row) => ({
      ...r,
      county: on ? `${r.county}, ${r.stusps}` : null,
      pending: Boolean(r.pending),
      start: formatDate(r.start_date),
    });
    return {
      total,
      page,
      sort,
      descending: isDescending(sort, descending),
      rows: rows.map((row) => ({
        ...shown(row),
        /** Where it is, for those who may know. */
        place: row.on ? placeOf(row) : null,
        work: workWords(ctx, work.get(row.id)),
      })),
      counts,
      pending: invited.map(shown),
    };
  },
});

const placeOf = (row: { us_county_id: number; latitude: number | null; longitude: number | null }) => ({
  us_county_id: row.us_county_id,
  latitude: row.latitude,
  longitude: row.longitude,
});

/** A job's work with its last load as a person reads it. */
const workWords = (ctx: Ctx<CompanyActor>, work: JobWork | undefined) =>
  work
    ? {
        ...work,
        last: work.last ? { at: work.last, text: formatInstant(work.last, ctx.actor.zone, ctx.now) } : null,
      }
    : null;

/** The jobs that the acting company is invited to and has not answered, the newest first: for the dashboard. */
export const listInvitations = procedure({
  name: "listInvitations",
  input: z.strictObject({}),
  async run(ctx) {
    if (!ctx.actor.permissions.job.read) return { invitations: [] };
    const rows = await rowsOf(ctx, invitesTo(ctx.actor), orderOf("created_at", true), MOST_PENDING, 0);
    return { invitations: rows.map(({ id, name, requester }) => ({ id, name, requester })) };
  },
});

export const jobSearch = { ...searched, has, orderOf };
