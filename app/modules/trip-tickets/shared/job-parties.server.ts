import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Read } from "#db/client.server";
import { jsonListSql } from "#db/json-list";
import { prepareQuery } from "#db/prepared.server";
import { company } from "#db/schema";
import { jobParty } from "#db/views";

/**
 * Company with accepted roles on a job, or a subcontractor that hauls, cuts or skids there for a company with that
 * role.
 */
export type JobParty = {
  job_id: number;
  company_id: number;
  is_land_owner: boolean;
  is_land_owner_authorizee: boolean;
  is_land_manager: boolean;
  is_cutter: boolean;
  is_skidder: boolean;
  is_hauler: boolean;
  name: string;
  default_load_amount: number | null;
  force_drop_off: boolean;
  /** Contractor that the company works for, if the company has no role of its own on the job. */
  on_behalf_of: { id: number; name: string } | null;
};

const selectParties = (read: Read) =>
  read
    .select({
      job_id: jobParty.job_id,
      company_id: jobParty.company_id,
      is_land_owner: jobParty.is_land_owner,
      is_land_owner_authorizee: jobParty.is_land_owner_authorizee,
      is_land_manager: jobParty.is_land_manager,
      is_cutter: jobParty.is_cutter,
      is_skidder: jobParty.is_skidder,
      is_hauler: jobParty.is_hauler,
      name: company.name,
      default_load_amount: company.default_load_amount,
      force_drop_off: company.force_drop_off,
    })
    .from(jobParty)
    .innerJoin(company, eq(company.id, jobParty.company_id));
const OF_JOBS = sql`${jobParty.job_id} IN ${jsonListSql(sql.placeholder("jobs"))}`;

const findJobParties = prepareQuery((read) => selectParties(read).where(OF_JOBS).orderBy(company.name));
const findJobHaulers = prepareQuery((read) =>
  selectParties(read).where(sql`${OF_JOBS} AND ${jobParty.is_hauler}`),
);
const findPlacesOf = prepareQuery((read) =>
  selectParties(read).where(sql`${OF_JOBS} AND ${jobParty.company_id} = ${sql.placeholder("me")}`),
);

/**
 * Return a single company's own roles on these jobs. This is enough to find that company's relation to loads, but not
 * other companies'.
 */
export async function readJobPartiesForCompany(
  read: Read,
  me: number,
  jobIds: readonly number[],
): Promise<JobParty[]> {
  const places = await findPlacesOf(read, { me, jobs: JSON.stringify(jobIds) });
  return places.map((place) => ({ ...place, on_behalf_of: null }));
}

const contractor = alias(company, "contractor");

/**
 * Select the companies that work for a company on the job, as declared or as noted by the contractor, in the roles that
 * both companies have.
 */
const selectSubcontractors = (read: Read) =>
  read
    .select({
      job_id: jobParty.job_id,
      company_id: company.id,
      is_land_owner: sql<boolean>`0`.mapWith(Boolean),
      is_land_owner_authorizee: sql<boolean>`0`.mapWith(Boolean),
      is_land_manager: sql<boolean>`0`.mapWith(Boolean),
      is_cutter: sql<boolean>`${jobParty.is_cutter} AND ${company.is_cutter}`.mapWith(Boolean),
      is_skidder: sql<boolean>`${jobParty.is_skidder} AND ${company.is_skidder}`.mapWith(Boolean),
      is_hauler: sql<boolean>`${jobParty.is_hauler} AND ${company.is_hauler}`.mapWith(Boolean),
      name: company.name,
      default_load_amount: company.default_load_amount,
      force_drop_off: company.force_drop_off,
      on_behalf_of: { id: contractor.id, name: contractor.name },
    })
    .from(jobParty)
    .innerJoin(contractor, eq(contractor.id, jobParty.company_id))
    // Join from the job's companies to their subcontractors, rather than from all subcontractors.
    .crossJoin(company);
const SUBCONTRACTS = sql`${company.on_behalf_of_company_id} = ${jobParty.company_id} AND ${OF_JOBS} AND ${company.is_deleted} = 0
  AND NOT EXISTS (SELECT 1 FROM job_company o WHERE o.job_id = ${jobParty.job_id} AND o.company_id = ${company.id}
    AND o.removed_at IS NULL)`;
const findSubcontractors = prepareQuery((read) =>
  selectSubcontractors(read).where(SUBCONTRACTS).orderBy(company.name),
);
const findHaulingSubcontractors = prepareQuery((read) =>
  selectSubcontractors(read).where(sql`${SUBCONTRACTS} AND ${jobParty.is_hauler} AND ${company.is_hauler}`),
);

/**
 * Return the companies that have accepted these jobs and not left, and their subcontractors. A company with its own
 * role on a job doesn't count as a subcontractor there.
 */
export async function readJobParties(read: Read, ...jobIds: number[]): Promise<JobParty[]> {
  const jobs = JSON.stringify(jobIds);
  const [parties, subcontractors] = await Promise.all([
    findJobParties(read, { jobs }),
    findSubcontractors(read, { jobs }),
  ]);
  return [...parties.map((p) => ({ ...p, on_behalf_of: null })), ...subcontractors];
}

/**
 * Return only the haulers, unordered. A page of loads needs the haulers of a dozen jobs, and few companies on a job
 * haul.
 */
export async function readJobHaulers(read: Read, jobIds: readonly number[]): Promise<JobParty[]> {
  const jobs = JSON.stringify(jobIds);
  const [parties, subcontractors] = await Promise.all([
    findJobHaulers(read, { jobs }),
    findHaulingSubcontractors(read, { jobs }),
  ]);
  return [...parties.map((p) => ({ ...p, on_behalf_of: null })), ...subcontractors];
}

/** Format a company for a list of companies that a load can name: "Bobs Trucking for Manistee". */
export const formatPartyName = (p: Pick<JobParty, "name" | "on_behalf_of">): string =>
  p.on_behalf_of ? `${p.name} for ${p.on_behalf_of.name}` : p.name;
