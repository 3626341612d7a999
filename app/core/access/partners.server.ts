import { type Placeholder, type SQL, sql } from "drizzle-orm";

/**
 * The companies of jobs that a company requested or has accepted, where they are the requester or have accepted too.
 * An invitation that nobody has answered makes no partner.
 */
export const partnersOf = (me: number | Placeholder): SQL => {
  const accepting = sql`job_party m JOIN job j ON j.id = m.job_id WHERE m.company_id = ${me} AND j.is_deleted = 0`;
  return sql`SELECT j.request_user_company_id FROM ${accepting}
    UNION SELECT o.company_id FROM job_party o WHERE o.job_id IN (
      SELECT j.id FROM job j WHERE j.request_user_company_id = ${me} AND j.is_deleted = 0
      UNION ALL SELECT m.job_id FROM ${accepting})`;
};

/** Whether one company is among these: for a few companies that are known by then, as it looks at the jobs of each. */
export const isPartner = (me: number | Placeholder, company: SQL): SQL => {
  const mine = sql`EXISTS (SELECT 1 FROM job_party w WHERE w.job_id = j.id AND w.company_id = ${me})`;
  return sql`(EXISTS (SELECT 1 FROM job_party q CROSS JOIN job j ON j.id = q.job_id WHERE q.company_id = ${company}
      AND j.is_deleted = 0 AND (j.request_user_company_id = ${me} OR ${mine}))
    OR EXISTS (SELECT 1 FROM job j WHERE j.request_user_company_id = ${company} AND j.is_deleted = 0 AND ${mine}))`;
};
