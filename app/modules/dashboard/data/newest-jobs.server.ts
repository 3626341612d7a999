import { type SQL, sql } from "drizzle-orm";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";

/** Number of newest jobs to scan, so that the first page costs the same however many there are. */
export const NEWEST_JOBS = 60;

const me = sql.placeholder("me");
/** Active jobs, excluding samples. */
export const isActiveSql = (table: string) =>
  sql.raw(
    `${table}.is_deleted = 0 AND ${table}.is_sample = 0 AND ${table}.job_status_id = ${JOB_STATUS.active}`,
  );

const MAX_ROWS = sql.raw(String(NEWEST_JOBS));

/** The newest active jobs that the company requests (`NEWEST`), plus those that it works on where it does `what`. */
export const selectJobsWhere = (what: SQL): SQL => sql`SELECT id FROM requested
    UNION SELECT id FROM (SELECT p.job_id AS id FROM job_party p CROSS JOIN job j ON j.id = p.job_id
      WHERE p.company_id = ${me} AND ${what} AND ${isActiveSql("j")} ORDER BY p.company_id DESC, p.job_id DESC LIMIT ${MAX_ROWS})`;

/** Jobs that a query uses more than once, materialized once for it. */
export const NEWEST_JOBS_SQL: SQL = sql`WITH requested AS MATERIALIZED (SELECT j.id FROM job j
      WHERE j.request_user_company_id = ${me} AND ${isActiveSql("j")} ORDER BY j.id DESC LIMIT ${MAX_ROWS}),
    managed AS MATERIALIZED (${selectJobsWhere(sql`p.is_land_manager = 1`)}),
    worked AS MATERIALIZED (${selectJobsWhere(sql`1`)})`;
