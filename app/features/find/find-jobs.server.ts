import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared.server";
import { company, job, usCounty, usState } from "#db/schema";
import { GIVEN_COMPANY, jobsWorkedOn, onJob } from "~/core/jobs/access.server";
import { JOB_STATUS } from "~/domain/jobs/job-status";
import { paths } from "~/web/paths";
import type { Reading } from "~/web/procedure";
import type { Action } from "./actions";
import { begins, typed } from "./begins.server";

const at = sql.placeholder;
const ME = GIVEN_COMPANY.company.id;

const CALLED = sql`(${begins(sql`p.cut_contract_name`)} OR ${begins(sql`p.skid_contract_name`)} OR ${begins(sql`p.haul_contract_name`)})`;
const CONTRACT = sql<string | null>`(SELECT CASE
    WHEN ${begins(sql`p.cut_contract_name`)} THEN p.cut_contract_name
    WHEN ${begins(sql`p.skid_contract_name`)} THEN p.skid_contract_name ELSE p.haul_contract_name END
  FROM job_company p WHERE p.job_id = ${job.id} AND (p.company_id = ${ME} OR ${job.request_user_company_id} = ${ME}) AND ${CALLED}
  LIMIT 1)`;

/** The company's own jobs, one after another; by contract the few places whose contract has a name. */
const byLooking = (reads: boolean): SQL => {
  const named = sql`SELECT c.job_id FROM company_job c CROSS JOIN job j ON j.id = c.job_id
    WHERE c.company_id = ${ME} AND (${begins(sql`j.name`)} OR ${begins(sql`j.contract_number`)})`;
  const byContract = sql`SELECT p.job_id FROM company_job c CROSS JOIN job_company p ON p.job_id = c.job_id
    WHERE c.company_id = ${ME}
      AND (p.cut_contract_name IS NOT NULL OR p.skid_contract_name IS NOT NULL OR p.haul_contract_name IS NOT NULL) AND ${CALLED}
      AND (p.company_id = ${ME} OR EXISTS (SELECT 1 FROM job r WHERE r.id = p.job_id AND r.request_user_company_id = ${ME}))`;
  return reads ? sql`${named} UNION ALL ${byContract}` : named;
};

/** Words of any job that begin so (db/derived-words.sql): nothing comes after all texts of one beginning but a byte that no text has. */
const SO = sql`w.begins >= lower(${at("q")}) AND w.begins < lower(${at("q")}) || CAST(x'ff' AS TEXT)`;

/** A job's own words are for everybody who sees the job, a contract's for its company and for who requests the job. */
const told = sql`(w.company_id = ${ME} OR EXISTS (SELECT 1 FROM job r WHERE r.id = w.job_id AND r.request_user_company_id = ${ME}))`;
const readable = (reads: boolean): SQL => sql`(w.company_id = 0 ${reads ? sql`OR ${told}` : sql``})`;

/** The same by these words, each of them asked whether the company sees the job, and may read the contract that it is of. */
const byWords = (reads: boolean): SQL =>
  sql`SELECT w.job_id FROM job_word w WHERE ${SO} AND ${readable(reads)}
    AND EXISTS (SELECT 1 FROM company_job s WHERE s.job_id = w.job_id AND s.company_id = ${ME})`;

/** How many jobs to take before asking which of them the company sees. */
const FIRST = sql.raw("60");

/** Takes the first jobs with these words, of all companies, and keeps those that the company sees: often that's enough of them. */
const byFirst = (reads: boolean): SQL =>
  sql`SELECT x.id FROM (SELECT f.id FROM job_word w CROSS JOIN job f ON f.id = w.job_id WHERE ${SO} AND ${readable(reads)}
      ORDER BY f.job_status_id, f.name, f.id LIMIT ${FIRST}) x
    WHERE EXISTS (SELECT 1 FROM company_job s WHERE s.job_id = x.id AND s.company_id = ${ME})`;

/**
 * Whether more words begin so than half of the company's jobs (a job is looked at in half the time that a word is asked about), and
 * whether they are more than a few.
 */
const findMany = prepared((read) =>
  read
    .select({
      many: sql<number | null>`(SELECT 1 FROM job_word w WHERE ${SO}
        LIMIT 1 OFFSET (SELECT coalesce(sum(c.n), 0) / 2 FROM company_job_count c WHERE c.company_id = ${ME}))`,
      several: sql<number | null>`(SELECT 1 FROM job_word w WHERE ${SO} LIMIT 1 OFFSET ${FIRST})`,
    })
    .from(sql`(SELECT 1)`),
);

/** Their ids first, in their order, and what is said of them after: sorting carries nothing along. */
const jobsIn = (ids: (reads: boolean) => SQL, reads: boolean) =>
  prepared((read) =>
    read
      .select({
        id: job.id,
        name: job.name,
        contract_number: job.contract_number,
        contract: reads ? CONTRACT : sql<string | null>`NULL`,
        county: usCounty.name,
        stusps: usState.stusps,
        on: onJob(GIVEN_COMPANY),
        requester: company.name,
      })
      .from(job)
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(company, eq(company.id, job.request_user_company_id))
      .where(
        sql`${job.id} IN (SELECT o.id FROM job o WHERE o.id IN (${ids(reads)}) ORDER BY o.job_status_id, o.name, o.id LIMIT ${at("most")})`,
      )
      .orderBy(asc(job.job_status_id), asc(job.name), asc(job.id)),
  );
const WAYS = {
  first: { all: jobsIn(byFirst, true), names: jobsIn(byFirst, false) },
  words: { all: jobsIn(byWords, true), names: jobsIn(byWords, false) },
  looking: { all: jobsIn(byLooking, true), names: jobsIn(byLooking, false) },
};

/** Jobs that the company sees by their name or contract number, and by contracts that it may read. */
export async function findJobs({ read, actor }: Reading, q: string, most: number): Promise<Action[]> {
  const values = { ...typed(q), me: actor.company.id, most };
  const [words] = await findMany(read, values);
  const texts = actor.permissions.job_company.read ? "all" : "names";
  const first = words?.several && !words.many ? await WAYS.first[texts](read, values) : [];
  const rows =
    first.length === most ? first : await WAYS[words?.many ? "looking" : "words"][texts](read, values);
  return rows.map((row) => ({
    href: paths.job(row.id),
    title: row.name,
    hint: [
      row.contract_number && `contract ${row.contract_number}`,
      row.contract && `contract ${row.contract}`,
      row.on ? `${row.county}, ${row.stusps}` : null,
      row.requester,
    ]
      .filter(Boolean)
      .join(" · "),
  }));
}

const workedOn = prepared((read) =>
  read
    .select({ id: job.id, name: job.name })
    .from(job)
    .where(and(jobsWorkedOn(GIVEN_COMPANY), eq(job.job_status_id, JOB_STATUS.active), begins(job.name)))
    .orderBy(asc(job.name), asc(job.id))
    .limit(at("most")),
);

/** Active jobs that the company works on, for making a load on one. */
export const jobsNamed = ({ read, actor }: Reading, q: string, most: number) =>
  workedOn(read, { ...typed(q), me: actor.company.id, most });
