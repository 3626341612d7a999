import { type Placeholder, type SQL, sql } from "drizzle-orm";

/**
 * Build the query for a company's partners: on jobs that the company requested or accepted, the requester and the other
 * companies that accepted. A company with an unanswered invitation isn't a partner.
 */
export const buildPartnersQuery = (me: number | Placeholder): SQL => {
  const accepting = sql`job_party m JOIN job j ON j.id = m.job_id WHERE m.company_id = ${me} AND j.is_deleted = 0`;
  return sql`SELECT j.request_user_company_id FROM ${accepting}
    UNION SELECT o.company_id FROM job_party o WHERE o.job_id IN (
      SELECT j.id FROM job j WHERE j.request_user_company_id = ${me} AND j.is_deleted = 0
      UNION ALL SELECT m.job_id FROM ${accepting})`;
};

/**
 * Build the SQL condition that a company is a partner. Use it only for a few companies, because it searches the jobs of
 * each.
 */
export const buildIsPartnerCondition = (me: number | Placeholder, company: SQL): SQL => {
  const mine = sql`EXISTS (SELECT 1 FROM job_party w WHERE w.job_id = j.id AND w.company_id = ${me})`;
  return sql`(EXISTS (SELECT 1 FROM job_party q CROSS JOIN job j ON j.id = q.job_id WHERE q.company_id = ${company}
      AND j.is_deleted = 0 AND (j.request_user_company_id = ${me} OR ${mine}))
    OR EXISTS (SELECT 1 FROM job j WHERE j.request_user_company_id = ${company} AND j.is_deleted = 0 AND ${mine}))`;
};
