import { type SQL, sql } from "drizzle-orm";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";

/** Number of newest jobs to scan, so that the dashboard's cost doesn't grow with the number of jobs. */
export const MAX_SCANNED_JOBS = 60;

const me = sql.placeholder("me");
/** SQL condition for active jobs, excluding sample jobs. */
export const buildActiveJobCondition = (table: string) =>
  sql.raw(
    `${table}.is_deleted = 0 AND ${table}.is_sample = 0 AND ${table}.job_status_id = ${JOB_STATUS.active}`,
  );

const MAX_ROWS = sql.raw(String(MAX_SCANNED_JOBS));

/** Query the newest active jobs that the company requested, and those on which its job entry `p` matches `what`. */
export const buildNewestJobsQuery = (what: SQL): SQL => sql`SELECT id FROM requested
    UNION SELECT id FROM (SELECT p.job_id AS id FROM job_party p CROSS JOIN job j ON j.id = p.job_id
      WHERE p.company_id = ${me} AND ${what} AND ${buildActiveJobCondition("j")} ORDER BY p.company_id DESC, p.job_id DESC LIMIT ${MAX_ROWS})`;

/** Common table expressions of the newest jobs, computed only once for a query that uses them several times. */
export const NEWEST_JOBS_SQL: SQL = sql`WITH requested AS MATERIALIZED (SELECT j.id FROM job j
      WHERE j.request_user_company_id = ${me} AND ${buildActiveJobCondition("j")} ORDER BY j.id DESC LIMIT ${MAX_ROWS}),
    managed AS MATERIALIZED (${buildNewestJobsQuery(sql`p.is_land_manager = 1`)}),
    worked AS MATERIALIZED (${buildNewestJobsQuery(sql`1`)})`;
