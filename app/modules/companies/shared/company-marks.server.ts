import { sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import { isPublicMailDomain } from "~/lib/text/public-mail";
import { formatDay, getDay } from "~/lib/time/time";
import type { Ctx } from "~/web/procedure";

/** Facts that distinguish companies of the same name, including the acting company's history with each. */
export type CompanyIdentityFacts = {
  /** Time when the company was created on Timbertally. */
  created_at: string;
  /** Number of jobs that both the acting company and this company have requested or accepted. */
  jobs_together: number;
  is_partner: boolean;
  /** Domain of an admin's verified email; null for a public mail service, where anyone can have an address. */
  verified_email_domain: string | null;
};

const NO_MARKS: CompanyIdentityFacts = {
  created_at: "",
  jobs_together: 0,
  is_partner: false,
  verified_email_domain: null,
};

/** Read the identity facts of these companies and return a function that looks them up by id. */
export async function readCompanyIdentityFacts(ctx: Ctx, ids: readonly number[]) {
  const me = ctx.actor.company?.id ?? 0;
  const list = jsonListSql(ids);
  const mine = sql`EXISTS (SELECT 1 FROM job_party w WHERE w.job_id = j.id AND w.company_id = ${me})`;
  const live = sql`j.is_deleted = 0 AND j.is_sample = 0`;
  const rows = await ctx.read
    .select({
      id: sql<number>`c.id`,
      created_at: sql<string>`c.created_at`,
      jobs: sql<number>`(SELECT count(*) FROM (
        SELECT p.job_id FROM job_party p JOIN job j ON j.id = p.job_id
         WHERE p.company_id = c.id AND ${live} AND (j.request_user_company_id = ${me} OR ${mine})
        UNION SELECT j.id FROM job j WHERE j.request_user_company_id = c.id AND ${live} AND ${mine}))`,
      email: sql<
        string | null
      >`(SELECT u.email FROM crew f JOIN crew_member m ON m.crew_id = f.id JOIN user u ON u.id = m.user_id
        WHERE f.company_id = c.id AND f.is_primary = 1 AND u.email_verified_at IS NOT NULL AND u.disabled_at IS NULL
        ORDER BY m.created_at, u.id LIMIT 1)`,
    })
    .from(sql`company c`)
    .where(sql`c.id IN ${list}`);
  const marks = new Map(
    rows.map((row): [number, CompanyIdentityFacts] => {
      const domain = row.email?.split("@").at(-1)?.toLowerCase() ?? "";
      const jobs_together = row.id === me ? 0 : Number(row.jobs);
      return [
        Number(row.id),
        {
          created_at: row.created_at,
          jobs_together,
          is_partner: jobs_together > 0,
          verified_email_domain: domain && !isPublicMailDomain(domain) ? domain : null,
        },
      ];
    }),
  );
  return (id: number) => marks.get(id) ?? NO_MARKS;
}

/**
 * List the facts in words, most distinctive first: "3 jobs with you", "since Nov 16, 2026", "verified email at
 * example.com".
 */
export function formatIdentityFacts(marks: CompanyIdentityFacts, zone: string): string[] {
  const { jobs_together: jobs, created_at, verified_email_domain } = marks;
  return [
    jobs ? `${jobs} ${jobs === 1 ? "job" : "jobs"} with you` : "",
    created_at ? `since ${formatDay(getDay(new Date(created_at), zone))}` : "",
    verified_email_domain ? `verified email at ${verified_email_domain}` : "",
  ].filter(Boolean);
}
