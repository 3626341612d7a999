import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { z } from "zod";
import { isInLiveCrew } from "#db/live-crew.server";
import { company, crew, crewMember, jobCompany, jobCompanyCrew, user } from "#db/schema";
import { buildJobCrewCondition } from "~/lib/access/crew-people.server";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { canSendLink, readUnjoinedCompanies } from "~/modules/companies/shared/join-links.server";
import type { CompanyActor } from "~/web/actor";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { CONTRACTS, DECLINED_LIST_MS, formatRoles, needsReacceptance } from "../../rules/contracts";
import { requireJobRight, type VisibleJob } from "../../shared/authorize.server";
import { jobCompaniesOutput, jobCrewsOutput, jobHaulersOutput } from "../rules/output";
import { readOwnCrews } from "./invitations.server";

const job_id = z.number().int();

/**
 * Check whether the acting company may read a contract: the requester of the job and the contractor itself may
 * (docs/domain.md#who-sees-prices).
 */
export const canReadContract = (job: VisibleJob, of: number): boolean =>
  job.standing.requester || of === job.me;

/** Convert a job's companies to API output; contract names only for readers who may see them. */
export function toApiJobCompanies(job: VisibleJob) {
  return job.companies.map((c) => {
    const reads = canReadContract(job, c.company_id);
    return {
      company_id: c.company_id,
      name: c.name,
      is_land_owner: c.is_land_owner,
      is_land_owner_authorizee: c.is_land_owner_authorizee,
      is_land_manager: c.is_land_manager,
      is_cutter: c.is_cutter,
      is_skidder: c.is_skidder,
      is_hauler: c.is_hauler,
      cut_contract_name: reads ? c.cut_contract_name : null,
      skid_contract_name: reads ? c.skid_contract_name : null,
      haul_contract_name: reads ? c.haul_contract_name : null,
      accepted_at: c.accepted_at,
      version: c.version,
    };
  });
}

/** List the companies on a job, by name; contracts that the reader may not read are left out. */
export const listJobCompanies = procedure({
  name: "listJobCompanies",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: jobCompaniesOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_companies: [], meta: { total: 0, ...part } };
    const { rows, meta } = slicePage(
      toApiJobCompanies(await requireJobRight(ctx, job_id, "see_companies")),
      part,
    );
    return { job_companies: rows, meta };
  },
});

const readCrews = (ctx: Ctx<CompanyActor>, job: VisibleJob) =>
  ctx.read
    .select({ job_company_id: jobCompanyCrew.job_company_id, id: crew.id, name: crew.name })
    .from(jobCompanyCrew)
    .innerJoin(jobCompany, eq(jobCompany.id, jobCompanyCrew.job_company_id))
    .innerJoin(crew, eq(crew.id, jobCompanyCrew.crew_id))
    .where(
      and(
        eq(jobCompany.job_id, job.job.id),
        eq(crew.is_deleted, false),
        job.rights.office ? undefined : eq(jobCompany.company_id, job.me),
      ),
    )
    .orderBy(crew.name, crew.id);

/**
 * List the crews that companies have assigned to a job. The office sees all of the crews, other companies only their
 * own.
 */
export const listJobCrews = procedure({
  name: "listJobCrews",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: jobCrewsOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_crews: [], meta: { total: 0, ...part } };
    const job = await requireJobRight(ctx, job_id, "see_companies");
    const crews = await readCrews(ctx, job);
    const all = crews.map(({ job_company_id, ...c }) => ({
      company_id: job.companies.find((p) => p.id === job_company_id)?.company_id ?? 0,
      ...c,
    }));
    const { rows, meta } = slicePage(
      all.filter((c) => c.company_id),
      part,
    );
    return { job_crews: rows, meta };
  },
});

/** List the accepted haulers of a job; only the office and the hauler itself see the hauler's drivers. */
export const listJobHaulers = procedure({
  name: "listJobHaulers",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...pagingParams }),
  output: jobHaulersOutput,
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { haulers: [], meta: { total: 0, ...part } };
    const job = await requireJobRight(ctx, job_id, "see_companies");
    const places = job.companies.filter((c) => c.is_hauler && c.accepted_at !== null);
    const { rows, meta } = slicePage(places, part);
    const open = rows.filter((c) => job.rights.office || c.company_id === job.me);
    const people = await ctx.read
      .selectDistinct({
        company_id: crew.company_id,
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
      })
      .from(crew)
      .innerJoin(crewMember, isInLiveCrew)
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(
        and(
          inArray(
            crew.company_id,
            open.map((c) => c.company_id),
          ),
          buildJobCrewCondition([job_id]),
        ),
      )
      .orderBy(user.id);
    const haulers = rows.map((c) => ({
      company_id: c.company_id,
      name: c.name,
      users: people
        .filter((p) => p.company_id === c.company_id)
        .map((p) => ({ id: p.id, name: formatFullName(p) })),
    }));
    return { haulers, meta };
  },
});

/** Companies that declined a job recently, so that another company can be invited instead. */
const declinedLately = ({ read, now }: Ctx<CompanyActor>, jobId: number) =>
  read
    .select({ place: jobCompany, name: company.name })
    .from(jobCompany)
    .innerJoin(company, eq(company.id, jobCompany.company_id))
    .where(
      and(
        eq(jobCompany.job_id, jobId),
        gte(jobCompany.declined_at, new Date(now.getTime() - DECLINED_LIST_MS).toISOString()),
      ),
    )
    .orderBy(desc(jobCompany.declined_at));

/** The companies on a job for its page, with the actions available for each. */
export const getJobCompanies = procedure({
  name: "getJobCompanies",
  may: "job_company.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "see_companies");
    const crews = job.standing.accepted ? await readCrews(ctx, job) : [];
    const { mine, standing, rights } = job;
    const choosesCrews = mine !== null && standing.accepted && rights.answer;
    const own = new Set(ctx.actor.companies.map((c) => c.id));
    const waiting = await readUnjoinedCompanies(
      ctx,
      job.companies.map((c) => c.company_id),
    );
    const declined = job.rights.office ? await declinedLately(ctx, id) : [];
    const joins = (id: number) => waiting.find((row) => row.company_id === id);
    return {
      id,
      name: job.job.name,
      may_add: job.rights.add_company,
      /** The acting company's crews, for people who may choose which of them work on the job. */
      my_crews: choosesCrews
        ? (await readOwnCrews(ctx, mine.id)).map((c) => ({ ...c, comes: Boolean(c.comes) }))
        : null,
      declined: declined.map(({ place, name }) => ({
        company_id: place.company_id,
        name,
        roles: formatRoles(place),
        at: place.declined_at && formatInstant(place.declined_at, ctx.actor.zone, ctx.now),
      })),
      companies: job.companies.map((c) => {
        const reads = canReadContract(job, c.company_id);
        const joining = joins(c.company_id);
        return {
          company_id: c.company_id,
          name: c.name,
          roles: formatRoles(c),
          state:
            c.accepted_at === null
              ? "invited"
              : joining
                ? canSendLink(joining)
                  ? "hasn't joined yet"
                  : "hasn't joined yet, and no link was sent"
                : needsReacceptance(c) && reads
                  ? "contract changed"
                  : null,
          may_invite: job.rights.add_company && joining !== undefined,
          crews: crews.filter((k) => k.job_company_id === c.id).map((k) => k.name),
          contracts: reads
            ? CONTRACTS.filter(({ flag }) => c[flag]).map(({ role, label, name, file }) => ({
                role,
                label,
                name: c[name],
                has_file: c[file] !== null,
              }))
            : [],
          may_contract:
            job.rights.contracts && !own.has(c.company_id) && CONTRACTS.some(({ flag }) => c[flag]),
          may_remove: job.rights.remove_company,
        };
      }),
    };
  },
});
