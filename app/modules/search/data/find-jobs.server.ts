import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepared.server";
import { company, job, usCounty, usState } from "#db/schema";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { isOnJobSql, PLACEHOLDER_ACTOR, workedJobsCondition } from "~/modules/jobs/shared/access.server";
import { paths } from "~/web/paths";
import type { ReadCtx } from "~/web/procedure";
import type { SearchAction } from "../rules/actions";
import { toTypedParam, wordStartsWithCondition } from "./begins.server";

const placeholder = sql.placeholder;
const ME = PLACEHOLDER_ACTOR.company.id;

const CALLED = sql`(${wordStartsWithCondition(sql`p.cut_contract_name`)} OR ${wordStartsWithCondition(sql`p.skid_contract_name`)} OR ${wordStartsWithCondition(sql`p.haul_contract_name`)})`;
const CONTRACT = sql<string | null>`(SELECT CASE
    WHEN ${wordStartsWithCondition(sql`p.cut_contract_name`)} THEN p.cut_contract_name
    WHEN ${wordStartsWithCondition(sql`p.skid_contract_name`)} THEN p.skid_contract_name ELSE p.haul_contract_name END
  FROM job_company p WHERE p.job_id = ${job.id} AND (p.company_id = ${ME} OR ${job.request_user_company_id} = ${ME}) AND ${CALLED}
  LIMIT 1)`;

/** Search the company's own jobs one by one; for contracts, read only the few rows with a contract name. */
const byLooking = (reads: boolean): SQL => {
  const named = sql`SELECT c.job_id FROM company_job c CROSS JOIN job j ON j.id = c.job_id
    WHERE c.company_id = ${ME} AND (${wordStartsWithCondition(sql`j.name`)} OR ${wordStartsWithCondition(sql`j.contract_number`)})`;
  const byContract = sql`SELECT p.job_id FROM company_job c CROSS JOIN job_company p ON p.job_id = c.job_id
    WHERE c.company_id = ${ME}
      AND (p.cut_contract_name IS NOT NULL OR p.skid_contract_name IS NOT NULL OR p.haul_contract_name IS NOT NULL) AND ${CALLED}
      AND (p.company_id = ${ME} OR EXISTS (SELECT 1 FROM job r WHERE r.id = p.job_id AND r.request_user_company_id = ${ME}))`;
  return reads ? sql`${named} UNION ALL ${byContract}` : named;
};

/**
 * SQL condition for words with this prefix, of any job (db/derived-search.sql). The byte x'ff', which no text contains,
 * sorts after all texts with the prefix.
 */
const SO = sql`w.prefix >= lower(${placeholder("q")}) AND w.prefix < lower(${placeholder("q")}) || CAST(x'ff' AS TEXT)`;

/**
 * A job's own words are readable by every company that sees the job; a contract's words only by its company and the
 * company that requests the job.
 */
const condition = sql`(w.company_id = ${ME} OR EXISTS (SELECT 1 FROM job r WHERE r.id = w.job_id AND r.request_user_company_id = ${ME}))`;
const readable = (reads: boolean): SQL => sql`(w.company_id = 0 ${reads ? sql`OR ${condition}` : sql``})`;

/** Find jobs by their stored words, checking for each word that the company sees the job and may read the contract. */
const byWords = (reads: boolean): SQL =>
  sql`SELECT w.job_id FROM job_search_word w WHERE ${SO} AND ${readable(reads)}
    AND EXISTS (SELECT 1 FROM company_job s WHERE s.job_id = w.job_id AND s.company_id = ${ME})`;

/** Number of jobs to read before checking their visibility. */
const FIRST = sql.raw("60");

/** Read the first jobs of all companies with these words, then keep those visible to the company: this is often enough. */
const byFirst = (reads: boolean): SQL =>
  sql`SELECT x.id FROM (SELECT f.id FROM job_search_word w CROSS JOIN job f ON f.id = w.job_id WHERE ${SO} AND ${readable(reads)}
      ORDER BY f.job_status_id, f.name, f.id LIMIT ${FIRST}) x
    WHERE EXISTS (SELECT 1 FROM company_job s WHERE s.job_id = x.id AND s.company_id = ${ME})`;

/**
 * Decide how to search. `many`: the matching words are more than half of the company's jobs, so its jobs are searched
 * one by one (checking a job takes half the time of checking a word). `several`: more than `FIRST` words match.
 */
const findMany = prepareQuery((read) =>
  read
    .select({
      many: sql<number | null>`(SELECT 1 FROM job_search_word w WHERE ${SO}
        LIMIT 1 OFFSET (SELECT coalesce(sum(c.n), 0) / 2 FROM company_job_count c WHERE c.company_id = ${ME}))`,
      several: sql<number | null>`(SELECT 1 FROM job_search_word w WHERE ${SO} LIMIT 1 OFFSET ${FIRST})`,
    })
    .from(sql`(SELECT 1)`),
);

/** Select the sorted ids first and the other columns afterwards, so that the sort carries no extra columns. */
const jobsIn = (ids: (reads: boolean) => SQL, reads: boolean) =>
  prepareQuery((read) =>
    read
      .select({
        id: job.id,
        name: job.name,
        contract_number: job.contract_number,
        contract: reads ? CONTRACT : sql<string | null>`NULL`,
        county: usCounty.name,
        stusps: usState.stusps,
        on: isOnJobSql(PLACEHOLDER_ACTOR),
        requester: company.name,
      })
      .from(job)
      .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
      .innerJoin(usState, eq(usState.id, job.us_state_id))
      .innerJoin(company, eq(company.id, job.request_user_company_id))
      .where(
        sql`${job.id} IN (SELECT o.id FROM job o WHERE o.id IN (${ids(reads)}) ORDER BY o.job_status_id, o.name, o.id LIMIT ${placeholder("most")})`,
      )
      .orderBy(asc(job.job_status_id), asc(job.name), asc(job.id)),
  );
const WAYS = {
  first: { all: jobsIn(byFirst, true), names: jobsIn(byFirst, false) },
  words: { all: jobsIn(byWords, true), names: jobsIn(byWords, false) },
  looking: { all: jobsIn(byLooking, true), names: jobsIn(byLooking, false) },
};

/** Find jobs visible to the company by name or contract number, and by contract names that it may read. */
export async function findJobs({ read, actor }: ReadCtx, q: string, most: number): Promise<SearchAction[]> {
  const values = { ...toTypedParam(q), me: actor.company.id, most };
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

const workedOn = prepareQuery((read) =>
  read
    .select({ id: job.id, name: job.name })
    .from(job)
    .where(
      and(
        workedJobsCondition(PLACEHOLDER_ACTOR),
        eq(job.job_status_id, JOB_STATUS.active),
        wordStartsWithCondition(job.name),
      ),
    )
    .orderBy(asc(job.name), asc(job.id))
    .limit(placeholder("most")),
);

/** Find active jobs that the company works on, to create a load. */
export const findActiveJobsByName = ({ read, actor }: ReadCtx, q: string, most: number) =>
  workedOn(read, { ...toTypedParam(q), me: actor.company.id, most });
