import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, usCounty, usState } from "#db/schema";
import { JOB_STATUS, jobStatusLabel } from "~/modules/jobs/rules/job-status";
import { getStatusLabel } from "~/modules/trip-tickets/rules/trip-ticket";
import { listOutput, outputName } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";
import { createAdminListInput, JOB_FILTERS } from "../rules/lists";
import { buildContainsCondition, parseTypedId } from "./part.server";

const LOADS = sql<number>`(SELECT count(*) FROM trip_ticket t WHERE t.job_id = job.id AND t.is_deleted = 0)`;

const rowsOf = (ctx: Pick<Ctx, "read">, where: SQL | undefined) =>
  ctx.read
    .select({
      id: job.id,
      name: job.name,
      contract_number: job.contract_number,
      requester: { id: company.id, name: company.name },
      county: sql<string | null>`${usCounty.name} || ', ' || ${usState.stusps}`,
      job_status_id: job.job_status_id,
      is_deleted: job.is_deleted,
      loads: LOADS,
      created_at: job.created_at,
    })
    .from(job)
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .leftJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .leftJoin(usState, eq(usState.id, job.us_state_id))
    .where(where);

/** List all jobs of the site except samples, a page at a time; for super users. */
export const listAllJobs = procedure({
  name: "listAllJobs",
  audience: "super",
  input: z.strictObject(createAdminListInput(JOB_FILTERS)),
  output: listOutput(
    "jobs",
    z.strictObject({
      id: z.number().int(),
      name: z.string(),
      contract_number: z.string().nullable(),
      requester: outputName,
      county: z.string().nullable(),
      job_status_id: z.number().int(),
      status: z.string(),
      is_deleted: z.boolean(),
      loads: z.number().int(),
      created_at: z.string(),
    }),
  ),
  async run(ctx, { q, show = "all", sort, take, skip }) {
    const which: SQL | undefined = {
      all: undefined,
      active: eq(job.job_status_id, JOB_STATUS.active),
      inactive: eq(job.job_status_id, JOB_STATUS.inactive),
      deleted: undefined,
    }[show];
    const requester = sql`(SELECT c.name FROM company c WHERE c.id = job.request_user_company_id)`;
    const where = and(
      eq(job.is_sample, false),
      eq(job.is_deleted, show === "deleted"),
      which,
      q
        ? or(
            buildContainsCondition(sql`${job.name}`, q),
            buildContainsCondition(sql`${job.contract_number}`, q),
            buildContainsCondition(requester, q),
            eq(job.id, parseTypedId(q)),
          )
        : undefined,
    );
    const order = sort === "name" ? [asc(job.name), asc(job.id)] : [desc(job.id)];
    const [counted] = await ctx.read.select({ n: sql<number>`count(*)` }).from(job).where(where);
    const ids = ctx.read
      .select({ id: job.id })
      .from(job)
      .where(where)
      .orderBy(...order)
      .limit(take === -1 ? 1_000_000 : take)
      .offset(skip);
    const rows = await rowsOf(ctx, sql`${job.id} IN (${ids})`).orderBy(...order);
    return {
      jobs: rows.map((row) => ({ ...row, status: jobStatusLabel(row.job_status_id) })),
      meta: { total: counted?.n ?? 0, skip, take },
    };
  },
});

/** Return a job for the site's operators: its requester, its companies, and the number of loads in each status. */
export const getJobForAdmin = procedure({
  name: "getJobForAdmin",
  audience: "super",
  input: z.strictObject({ job_id: z.number().int() }),
  async run(ctx, { job_id }) {
    const [row] = await rowsOf(ctx, and(eq(job.id, job_id), eq(job.is_sample, false)));
    if (!row) throw notFound("We couldn't find that job.");
    const [companies, loads] = await Promise.all([
      ctx.read
        .select({
          id: company.id,
          name: company.name,
          accepted: sql<boolean>`s.accepted_at IS NOT NULL`.mapWith(Boolean),
        })
        .from(company)
        .innerJoin(sql`job_membership s`, sql`s.company_id = ${company.id}`)
        .where(sql`s.job_id = ${job_id}`)
        .orderBy(asc(company.name), asc(company.id)),
      ctx.read
        .select({ status: sql<number>`t.trip_ticket_status_id`, n: sql<number>`count(*)` })
        .from(sql`trip_ticket t`)
        .where(sql`t.job_id = ${job_id} AND t.is_deleted = 0`)
        .groupBy(sql`t.trip_ticket_status_id`),
    ]);
    return {
      ...row,
      status: jobStatusLabel(row.job_status_id),
      companies: companies.filter(({ id }) => id !== row.requester.id),
      loads_by_status: loads.map(({ status, n }) => ({ status: getStatusLabel(status), n })),
    };
  },
});
