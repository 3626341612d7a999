import { type SQL, sql } from "drizzle-orm";

/** Maximum number of goals, of all companies, to check instead of the company's jobs. */
const MAX_ROWS = sql.raw("5000");

/**
 * Query for the ids of goals that a company may read: its own goals, goals of jobs that it works on, and goals of these
 * jobs' yards. Only the hauler may read a goal for a single hauler. If there are fewer goals than the company has jobs,
 * each goal is checked; otherwise each job is checked.
 */
export const visibleGoalsQuery = (me: SQL): SQL => {
  const mayRead = sql`coalesce(o.hauler_company_id, ${me}) = ${me}`;
  // Correlate with the goal, so that only the few jobs with a goal are checked, not all jobs.
  const works = (
    job: SQL,
  ) => sql`(EXISTS (SELECT 1 FROM job w WHERE w.id = ${job} AND w.request_user_company_id = ${me})
    OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${job} AND p.company_id = ${me}))`;
  const sees = (job: SQL) =>
    sql`EXISTS (SELECT 1 FROM company_job c WHERE c.job_id = ${job} AND c.company_id = ${me})`;
  // Subquery with one row or none, to switch a join on or off: a condition would be evaluated for each row.
  const many = sql`(SELECT 1 FROM production_goal y WHERE y.id > 0 LIMIT 1 OFFSET
    (SELECT min(coalesce(sum(s.n), 0), ${MAX_ROWS}) FROM company_job_count s WHERE s.company_id = ${me}))`;
  // Skip the search of destinations if no yard has a goal.
  const hasYards = sql`(SELECT 1 FROM production_goal y WHERE y.company_location_id > 0 LIMIT 1)`;
  return sql`SELECT o.id FROM production_goal o WHERE o.company_id = ${me}
    UNION ALL SELECT o.id FROM ${many} m CROSS JOIN company_job c CROSS JOIN production_goal o ON o.job_id = c.job_id
      WHERE c.company_id = ${me} AND ${mayRead} AND ${works(sql`o.job_id`)}
    UNION ALL SELECT o.id FROM ${many} m CROSS JOIN ${hasYards} yards CROSS JOIN company_job c
      CROSS JOIN job_destination d ON d.job_id = c.job_id CROSS JOIN production_goal o ON o.company_location_id = d.company_location_id
      WHERE c.company_id = ${me} AND ${mayRead} AND ${works(sql`iif(o.id IS NULL, NULL, d.job_id)`)}
    UNION ALL SELECT o.id FROM (SELECT 1 WHERE ${many} IS NULL) few CROSS JOIN production_goal o
      WHERE o.id IN (SELECT y.id FROM production_goal y WHERE y.id > 0 LIMIT ${MAX_ROWS}) AND ${mayRead}
        AND CASE WHEN o.job_id > 0 THEN ${sees(sql`o.job_id`)} AND ${works(sql`o.job_id`)}
        ELSE EXISTS (SELECT 1 FROM job_destination d WHERE d.company_location_id = o.company_location_id
          AND ${sees(sql`d.job_id`)} AND ${works(sql`d.job_id`)}) END`;
};
