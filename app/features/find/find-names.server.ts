import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { inLiveCrew } from "#db/live-crew.server";
import {
  company,
  companyDestination,
  companyLocation,
  crew,
  crewMember,
  job,
  usCounty,
  user,
  usState,
} from "#db/schema";
import { isPartner, partnersOf } from "~/core/access/partners.server";
import { FACE, findable } from "~/core/access/public-face.server";
import { jobsWorkedOn, onJob } from "~/core/jobs/access.server";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { JOB_STATUS } from "~/domain/jobs/job-status";
import { fullName } from "~/domain/text/text";
import { paths } from "~/web/paths";
import type { Reading } from "~/web/procedure";
import type { Action } from "./actions";

/** Whether a text has words that begin as the query does: at its start, or after a blank. */
const begins = (column: SQL | typeof job.name | typeof company.name, q: string): SQL => {
  const start = `${q.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(${column} LIKE ${start} ESCAPE '\\' OR ${column} LIKE ${`% ${start}`} ESCAPE '\\')`;
};

/** Jobs that the company sees by their name or contract number, and by contracts that it may read. */
export async function findJobs(ctx: Reading, q: string, most: number): Promise<Action[]> {
  const me = ctx.actor.company.id;
  const called = sql`(${begins(sql`p.cut_contract_name`, q)} OR ${begins(sql`p.skid_contract_name`, q)} OR ${begins(sql`p.haul_contract_name`, q)})`;
  const contract = sql<string | null>`(SELECT CASE
      WHEN ${begins(sql`p.cut_contract_name`, q)} THEN p.cut_contract_name
      WHEN ${begins(sql`p.skid_contract_name`, q)} THEN p.skid_contract_name ELSE p.haul_contract_name END
    FROM job_company p WHERE p.job_id = ${job.id} AND (p.company_id = ${me} OR ${job.request_user_company_id} = ${me}) AND ${called}
    LIMIT 1)`;
  // Both start in the company's own jobs, and the second in the few places whose contract has a name.
  const named = sql`SELECT c.job_id FROM company_job c CROSS JOIN job j ON j.id = c.job_id
    WHERE c.company_id = ${me} AND (${begins(sql`j.name`, q)} OR ${begins(sql`j.contract_number`, q)})`;
  const byContract = sql`SELECT p.job_id FROM company_job c CROSS JOIN job_company p ON p.job_id = c.job_id
    WHERE c.company_id = ${me}
      AND (p.cut_contract_name IS NOT NULL OR p.skid_contract_name IS NOT NULL OR p.haul_contract_name IS NOT NULL) AND ${called}
      AND (p.company_id = ${me} OR EXISTS (SELECT 1 FROM job r WHERE r.id = p.job_id AND r.request_user_company_id = ${me}))`;
  const reads = ctx.actor.permissions.job_company.read;
  const rows = await ctx.read
    .select({
      id: job.id,
      name: job.name,
      contract_number: job.contract_number,
      contract: reads ? contract : sql<string | null>`NULL`,
      county: usCounty.name,
      stusps: usState.stusps,
      on: onJob(ctx.actor),
      requester: company.name,
    })
    .from(job)
    .innerJoin(usCounty, eq(usCounty.id, job.us_county_id))
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .where(sql`${job.id} IN (${reads ? sql`${named} UNION ALL ${byContract}` : named})`)
    .orderBy(asc(job.job_status_id), asc(job.name), asc(job.id))
    .limit(most);
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

/** Active jobs that the company works on, for making a load on one. */
export const jobsNamed = (ctx: Reading, q: string, most: number) =>
  ctx.read
    .select({ id: job.id, name: job.name })
    .from(job)
    .where(and(jobsWorkedOn(ctx.actor), eq(job.job_status_id, JOB_STATUS.active), begins(job.name, q)))
    .orderBy(asc(job.name), asc(job.id))
    .limit(most);

const { logo_url: _logo, ...WITHOUT_LOGO } = FACE;
const selectCompanies = (ctx: Reading) =>
  ctx.read.select(WITHOUT_LOGO).from(company).leftJoin(usState, eq(usState.id, company.us_state_id));

/** So many companies with a word in their name are looked at, partners or not. */
const LOOK_AT = 500;
/** Of so many it is asked one by one whether they are partners; of more, all partners are put together. */
const FEW = 60;

/**
 * Companies that a signed-in person may find, by their public name: partners on jobs by any word of it, before all
 * others by its beginning. Names are looked at first, since putting together all partners of a large company takes longer than
 * reading the names of all companies, and mostly no name fits.
 */
export async function findCompanies(ctx: Reading, q: string, most: number): Promise<Action[]> {
  const named = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(begins(company.name, q))
    .limit(LOOK_AT);
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const me = ctx.actor.company.id;
  const name = sql`${company.name} COLLATE NOCASE`;
  const [partners, others] = await Promise.all([
    selectCompanies(ctx)
      .where(
        and(
          inArray(company.id, ids),
          ids.length <= FEW ? isPartner(me, sql`${company.id}`) : sql`${company.id} IN (${partnersOf(me)})`,
          findable(ctx.actor),
        ),
      )
      .limit(most),
    selectCompanies(ctx)
      .where(and(sql`${name} >= ${q} AND ${name} < ${`${q}\u{10ffff}`}`, findable(ctx.actor)))
      .orderBy(name)
      .limit(most),
  ]);
  const rows = [...new Map([...partners, ...others].map((row) => [row.id, row])).values()];
  return rows.slice(0, most).map((row) => ({
    href: row.id === ctx.actor.company.id ? "/company" : `/companies/${row.id}`,
    title: row.name,
    hint: [roleNames(rolesOf(row)).join(", "), [row.city, row.state].filter(Boolean).join(", ")]
      .filter(Boolean)
      .join(" · "),
  }));
}

/** The people of the acting company by their name. */
export async function findColleagues(ctx: Reading, q: string, most: number): Promise<Action[]> {
  const rows = await ctx.read
    .selectDistinct({ id: user.id, first_name: user.first_name, last_name: user.last_name })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .innerJoin(user, eq(user.id, crewMember.user_id))
    .where(
      and(
        eq(crew.company_id, ctx.actor.company.id),
        begins(sql`${user.first_name} || ' ' || ${user.last_name}`, q),
      ),
    )
    .orderBy(user.first_name, user.last_name, user.id)
    .limit(most);
  return rows.map((row) => ({ href: `/users/${row.id}`, title: fullName(row) }));
}

/**
 * The yards of mills, which anyone may send wood to: of other companies no place is told (decisions, section 2). There
 * are a few thousand mills, so their own index is the way in.
 */
export async function findMillPlaces(ctx: Reading, q: string, most: number): Promise<Action[]> {
  const rows = await ctx.read
    .select({
      name: companyLocation.name,
      city: companyLocation.city,
      company_id: company.id,
      company: company.name,
    })
    .from(companyLocation)
    .innerJoin(company, eq(company.id, companyLocation.company_id))
    .where(
      and(
        eq(company.is_mill, true),
        ne(company.id, ctx.actor.company.id),
        eq(companyLocation.is_deleted, false),
        begins(sql`${companyLocation.name}`, q),
        findable(ctx.actor),
      ),
    )
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(most);
  return rows.map((row) => ({
    href: `/companies/${row.company_id}`,
    title: row.name,
    hint: [row.company, row.city].filter(Boolean).join(" · "),
  }));
}

/** The acting company's own places: its locations, and the destinations that it keeps. */
export async function findPlaces(
  ctx: Reading,
  q: string,
  most: number,
  may: { locations: boolean; destinations: boolean },
): Promise<Action[]> {
  const me = ctx.actor.company.id;
  const locations = may.locations
    ? await ctx.read
        .select({ id: companyLocation.id, name: companyLocation.name, city: companyLocation.city })
        .from(companyLocation)
        .where(
          and(
            eq(companyLocation.company_id, me),
            eq(companyLocation.is_deleted, false),
            begins(sql`${companyLocation.name}`, q),
          ),
        )
        .orderBy(companyLocation.name, companyLocation.id)
        .limit(most)
    : [];
  const destinations = may.destinations
    ? await ctx.read
        .select({ id: companyDestination.id, name: companyDestination.name })
        .from(companyDestination)
        .where(
          and(
            eq(companyDestination.company_id, me),
            eq(companyDestination.is_deleted, false),
            begins(sql`${companyDestination.name}`, q),
          ),
        )
        .orderBy(companyDestination.name, companyDestination.id)
        .limit(most)
    : [];
  return [
    ...locations.map((l) => ({
      href: `/company/locations/${l.id}`,
      title: l.name,
      hint: ["Location", l.city].filter(Boolean).join(" · "),
    })),
    ...destinations.map((d) => ({
      href: `/company/destinations/${d.id}`,
      title: d.name ?? "",
      hint: "Destination",
    })),
  ].slice(0, most);
}
