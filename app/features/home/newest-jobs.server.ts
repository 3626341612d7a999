import { type SQL, sql } from "drizzle-orm";
import { JOB_STATUS } from "~/domain/jobs/job-status";

/** Jobs are looked at as far as this, the newest first, so that the first page costs the same however many there were. */
export const NEWEST_JOBS = 60;

const me = sql.placeholder("me");
/** Active jobs, but for a sample. */
export const ACTIVE = (table: string) =>
  sql.raw(
    `${table}.is_deleted = 0 AND ${table}.is_sample = 0 AND ${table}.job_status_id = ${JOB_STATUS.active}`,
  );

const MOST = sql.raw(String(NEWEST_JOBS));

/** The newest active jobs that the company requests (`NEWEST`), and of those that it works on the ones where it does `what`. */
export const jobsWhere = (what: SQL): SQL => sql`SELECT id FROM requested
    UNION SELECT id FROM (SELECT p.job_id AS id FROM job_party p CROSS JOIN job j ON j.id = p.job_id
      WHERE p.company_id = ${me} AND ${what} AND ${ACTIVE("j")} ORDER BY p.company_id DESC, p.job_id DESC LIMIT ${MOST})`;

/** The jobs that a query asks for more than once, found once for it. */
export const NEWEST: SQL = sql`WITH requested AS MATERIALIZED (SELECT j.id FROM job j
      WHERE j.request_user_company_id = ${me} AND ${ACTIVE("j")} ORDER BY j.id DESC LIMIT ${MOST}),
    managed AS MATERIALIZED (${jobsWhere(sql`p.is_land_manager = 1`)}),
    worked AS MATERIALIZED (${jobsWhere(sql`1`)})`;
