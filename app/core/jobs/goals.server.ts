import { type SQL, sql } from "drizzle-orm";

/**
 * The ids of the goals that a company may read: its own, those of jobs that it works on, and of the yards that these go to; one
 * for a single hauler only as that hauler. Each end starts from what the company has.
 */
export const goalsReadBy = (me: SQL): SQL => {
  const jobs = sql`(SELECT w.id FROM job w WHERE w.request_user_company_id = ${me} AND w.is_deleted = 0
    UNION SELECT p.job_id FROM job_party p CROSS JOIN job w ON w.id = p.job_id WHERE p.company_id = ${me} AND w.is_deleted = 0)`;
  const mayRead = sql`coalesce(o.hauler_company_id, ${me}) = ${me}`;
  return sql`SELECT o.id FROM production_goal o WHERE o.company_id = ${me}
    UNION ALL SELECT o.id FROM ${jobs} mine CROSS JOIN production_goal o ON o.job_id = mine.id WHERE ${mayRead}
    UNION ALL SELECT o.id FROM ${jobs} mine CROSS JOIN job_destination d ON d.job_id = mine.id
      CROSS JOIN production_goal o ON o.company_location_id = d.company_location_id WHERE ${mayRead}`;
};
