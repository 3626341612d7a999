import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { job } from "#db/schema";

/** Company whose jobs are queried: the actor's company, or the parameter of a prepared query. */
type ForCompany = { company: { id: number | Placeholder } };
/** Company parameter `me` of a prepared query. */
export const PLACEHOLDER_ACTOR = { company: { id: sql.placeholder("me") } } satisfies ForCompany;

/**
 * Condition on `job` for one job that the acting company may see (docs/domain.md#who-sees-a-job): its own jobs, jobs it
 * is on and has not declined, jobs whose wood it receives, and its own sample. The view job_reader contains the rule.
 */
export const visibleJobsCondition = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND EXISTS (SELECT 1 FROM job_reader r WHERE r.job_id = ${job.id} AND r.company_id = ${actor.company.id}))`;

/**
 * Condition for many visible jobs, excluding samples. It starts from the company's own jobs, which the database stores
 * in list order (db/derived-jobs.sql), and never reads other companies' jobs.
 */
export const ownJobsCondition = (actor: ForCompany): SQL =>
  sql`${job.id} IN (SELECT c.job_id FROM company_job c WHERE c.company_id = ${actor.company.id})`;

/** Condition for the company's jobs, except those with an invitation that the company has not answered. */
export const answeredJobsCondition = (actor: ForCompany): SQL =>
  sql`${job.id} IN (SELECT c.job_id FROM company_job c WHERE c.company_id = ${actor.company.id} AND c.is_pending = 0)`;

/**
 * Condition for jobs that the company requests or has accepted to work on: it may see all their destinations and
 * companies. A mill that only receives their wood sees only itself (docs/domain.md#who-sees-a-job).
 */
export const workedJobsCondition = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND ${job.is_sample} = 0 AND (${job.request_user_company_id} = ${actor.company.id} OR ${job.id} IN (SELECT p.job_id FROM job_party p
    WHERE p.company_id = ${actor.company.id})))`;

/**
 * Condition like `workedJobsCondition` for a few specific jobs: checks each of these jobs instead of all jobs that the
 * company works on.
 */
export const isWorkingOnJobSql = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND (${job.request_user_company_id} = ${actor.company.id} OR EXISTS (SELECT 1 FROM job_party p
    WHERE p.job_id = ${job.id} AND p.company_id = ${actor.company.id})))`;

/** True if the acting company requested a job or is on it; otherwise the company only receives the job's wood. */
export const isOnJobSql = (actor: ForCompany) =>
  sql<number>`(${job.request_user_company_id} = ${actor.company.id} OR EXISTS (SELECT 1 FROM job_membership s WHERE s.job_id = ${job.id} AND s.company_id = ${actor.company.id}))`;
