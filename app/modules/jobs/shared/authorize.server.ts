import { and, eq, type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { company, job, jobCompany, plssMeridian, usCounty, usState } from "#db/schema";
import { toReadOnlyPermissions } from "~/lib/access/crew-permissions";
import type { CompanyActor } from "~/web/actor";
import { expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { requireVersion } from "~/web/revise.server";
import { getJobRelation, getJobRights, type JobRights } from "../rules/permissions";
import { PLACEHOLDER_ACTOR, visibleJobsCondition } from "./access.server";

const NO_JOB = "We couldn't find that job, or you don't have access to it.";

const ID = sql.placeholder("id");
const findJob = prepareQuery((read) =>
  read
    .select({
      job,
      county: usCounty.name,
      /** Middle of the county, for uses that need only an approximate location. */
      county_latitude: sql<number>`(${usCounty.min_latitude} + ${usCounty.max_latitude}) / 2`,
      county_longitude: sql<number>`(${usCounty.min_longitude} + ${usCounty.max_longitude}) / 2`,
      state: usState.name,
      stusps: usState.stusps,
      /** Time zone of the job's dates. */
      zone: usState.time_zone,
      meridian: plssMeridian.name,
      requester: company.name,
      load: company.default_load_amount,
    })
    .from(job)
    .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .leftJoin(plssMeridian, eq(plssMeridian.code, job.plss_meridian_code))
    .where(and(eq(job.id, ID), visibleJobsCondition(PLACEHOLDER_ACTOR))),
);

const findPlaces = prepareQuery((read) =>
  read
    .select({ place: jobCompany, name: company.name })
    .from(jobCompany)
    .innerJoin(company, eq(company.id, jobCompany.company_id))
    .where(
      and(
        eq(jobCompany.job_id, ID),
        sql`${jobCompany.id} IN (SELECT s.id FROM job_membership s WHERE s.job_id = ${ID})`,
      ),
    )
    .orderBy(company.name),
);

/**
 * Load one job visible to the acting company, with the company's relation to it and the user's rights; otherwise
 * respond with 404. A sample job is read-only, but its loads can be changed.
 */
export async function requireVisibleJob(ctx: Ctx<CompanyActor>, id: number) {
  const [[row], places] = await Promise.all([
    findJob(ctx.read, { id, me: ctx.actor.company.id }),
    findPlaces(ctx.read, { id }),
  ]);
  if (!row) throw notFound(NO_JOB);
  const me = ctx.actor.company.id;
  const companies = places.map(({ place, name }) => ({ ...place, name }));
  const standing = getJobRelation(row.job.request_user_company_id, companies, me);
  return {
    ...row,
    me,
    companies,
    mine: companies.find((c) => c.company_id === me) ?? null,
    standing,
    rights: getJobRights(
      standing,
      row.job.is_sample ? toReadOnlyPermissions(ctx.actor.permissions) : ctx.actor.permissions,
    ),
    subject: { uid: row.job.uid, jobId: id, ticketId: null },
  };
}
export type VisibleJob = Awaited<ReturnType<typeof requireVisibleJob>>;

const CLOSED = "Your company can't do this on the job, or your crew doesn't have permission.";

/** Load a job on which the user has this right: 404 if the job is not visible, 403 if the right is missing. */
export async function requireJobRight(
  ctx: Ctx<CompanyActor>,
  id: number,
  right: keyof JobRights,
): Promise<VisibleJob> {
  const job = await requireVisibleJob(ctx, id);
  if (!job.rights[right]) throw forbidden(CLOSED);
  return job;
}

/**
 * Build a step that guards a commit that assigns work on a job to companies. The commit is undone and retried if one of
 * the companies has left the job since it was read, or the job is gone. `more` adds conditions on the job.
 */
export const buildStillOnJobStep = (jobId: number, companies: readonly number[], more: SQL = sql`1`): Step =>
  expectOneRow(
    sql`UPDATE job SET version = version WHERE id = ${jobId} AND is_deleted = 0 AND ${more}
      AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(companies)}) c WHERE c.value <> job.request_user_company_id
        AND NOT EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = job.id AND p.company_id = c.value))`,
  );

type JobPatch = Partial<typeof job.$inferInsert>;

/** Build the step that updates a job; `version` is the version that the editor read, plus one. */
export function buildUpdateJobStep(ctx: Ctx, visibleJob: VisibleJob, version: number, patch: JobPatch): Step {
  const { job: saved } = visibleJob;
  requireVersion(saved, version, saved);
  return expectOneRow(
    ctx.write
      .update(job)
      .set({ ...patch, version, last_modified_at: ctx.now.toISOString() })
      .where(and(eq(job.id, saved.id), eq(job.version, saved.version), eq(job.is_deleted, false))),
  );
}
