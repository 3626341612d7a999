import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { job } from "#db/schema";

/** Whose jobs are meant: somebody's company, or the one that a prepared query is given when it is run. */
type ForCompany = { company: { id: number | Placeholder } };
/** In a prepared query: the company that it is given as `me`. */
export const GIVEN_COMPANY = { company: { id: sql.placeholder("me") } } satisfies ForCompany;

/**
 * The jobs that the acting company may see, as a condition on `job` (decisions, section 2): its own, those it is
 * on and has not declined, and those whose wood it receives. For one job; the rule itself is the view job_reader. Its own
 * sample is one of them.
 */
export const jobsVisibleTo = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND EXISTS (SELECT 1 FROM job_reader r WHERE r.job_id = ${job.id} AND r.company_id = ${actor.company.id}))`;

/**
 * The same for many jobs, but a sample: it starts from the company's own, which the database keeps in the order of its list
 * (db/derived-jobs.sql), and never looks at anybody else's.
 */
export const jobsOf = (actor: ForCompany): SQL =>
  sql`${job.id} IN (SELECT c.job_id FROM company_job c WHERE c.company_id = ${actor.company.id})`;

/** Of these the ones to which the company is not just invited: it has answered, or needn't. */
export const jobsAnswered = (actor: ForCompany): SQL =>
  sql`${job.id} IN (SELECT c.job_id FROM company_job c WHERE c.company_id = ${actor.company.id} AND c.waits = 0)`;

/**
 * Those jobs that the company requests or has accepted to work on: it knows all their destinations and companies. A
 * mill that only receives their wood sees only itself (decisions, section 2).
 */
export const jobsWorkedOn = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND ${job.is_sample} = 0 AND (${job.request_user_company_id} = ${actor.company.id} OR ${job.id} IN (SELECT p.job_id FROM job_party p
    WHERE p.company_id = ${actor.company.id})))`;

/** The same for a few jobs that are named: it looks at each of them, and not at all that the company works on. */
export const worksOnJob = (actor: ForCompany): SQL =>
  sql`(${job.is_deleted} = 0 AND (${job.request_user_company_id} = ${actor.company.id} OR EXISTS (SELECT 1 FROM job_party p
    WHERE p.job_id = ${job.id} AND p.company_id = ${actor.company.id})))`;

/** Whether the acting company requested a job or has a seat on it; otherwise it only receives its wood. */
export const onJob = (actor: ForCompany) =>
  sql<number>`(${job.request_user_company_id} = ${actor.company.id} OR EXISTS (SELECT 1 FROM job_seat s WHERE s.job_id = ${job.id} AND s.company_id = ${actor.company.id}))`;
