import { and, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import {
  company,
  crew,
  crewMember,
  job,
  jobCompany,
  jobCompanyCrew,
  jobHaulRate,
  jobProductRate,
  tripTicket,
  user,
} from "#db/schema";
import { count, fullName } from "~/domain/text/text";
import { findable } from "~/features/companies/public-face.server";
import { historySteps } from "~/features/history/history.server";
import { jobFor, type VisibleJob } from "~/features/jobs/standing.server";
import type { CompanyActor } from "~/web/actor";
import { also, mustHit } from "~/web/commit.server";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow, stale } from "~/web/refusal";
import { asksAgain, CONTRACTS, DUPLICATE, JOB_ROLE_FLAGS, type PlaceRoles, rolesText } from "./contracts";
import { NOTICE, noticeSteps } from "./notify.server";

const job_id = z.number().int();
const company_id = z.number("Choose a company").int();

/** Who may read a contract: the requester of the job and the contractor itself (decisions, section 2). */
export const readsContract = (found: VisibleJob, of: number): boolean =>
  found.standing.requester || of === found.me;

function placesOf(found: VisibleJob) {
  return found.companies.map((c) => {
    const reads = readsContract(found, c.company_id);
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

/** The companies on a job, by name; contracts are left out of those that the reader may not read. */
export const listJobCompanies = procedure({
  name: "listJobCompanies",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_companies: [], meta: { total: 0, ...part } };
    const { rows, meta } = partOf(placesOf(await jobFor(ctx, job_id, "see_companies")), part);
    return { job_companies: rows, meta };
  },
});

const readCrews = (ctx: Ctx<CompanyActor>, found: VisibleJob) =>
  ctx.read
    .select({ job_company_id: jobCompanyCrew.job_company_id, id: crew.id, name: crew.name })
    .from(jobCompanyCrew)
    .innerJoin(jobCompany, eq(jobCompany.id, jobCompanyCrew.job_company_id))
    .innerJoin(crew, eq(crew.id, jobCompanyCrew.crew_id))
    .where(
      and(
        eq(jobCompany.job_id, found.job.id),
        found.rights.office ? undefined : eq(jobCompany.company_id, found.me),
      ),
    )
    .orderBy(crew.name, crew.id);

/** The crews that companies have put on a job: the office reads all of them, others their own. */
export const listJobCrews = procedure({
  name: "listJobCrews",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { job_crews: [], meta: { total: 0, ...part } };
    const found = await jobFor(ctx, job_id, "see_companies");
    const crews = await readCrews(ctx, found);
    const all = crews.map(({ job_company_id, ...c }) => ({
      company_id: found.companies.find((p) => p.id === job_company_id)?.company_id ?? 0,
      ...c,
    }));
    const { rows, meta } = partOf(
      all.filter((c) => c.company_id),
      part,
    );
    return { job_crews: rows, meta };
  },
});

/** The accepted haulers of a job; who drives for them is for the office and the hauler itself. */
export const listJobHaulers = procedure({
  name: "listJobHaulers",
  may: "job_company.read",
  input: z.strictObject({ job_id, ...paging }),
  async run(ctx, { job_id, ...part }) {
    if (job_id === 0) return { haulers: [], meta: { total: 0, ...part } };
    const found = await jobFor(ctx, job_id, "see_companies");
    const places = found.companies.filter((c) => c.is_hauler && c.accepted_at !== null);
    const { rows, meta } = partOf(places, part);
    const open = rows.filter((c) => found.rights.office || c.company_id === found.me);
    const people = await ctx.read
      .selectDistinct({
        company_id: crew.company_id,
        id: user.id,
        first_name: user.first_name,
        last_name: user.last_name,
      })
      .from(crew)
      .innerJoin(crewMember, eq(crewMember.crew_id, crew.id))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(
        inArray(
          crew.company_id,
          open.map((c) => c.company_id),
        ),
      )
      .orderBy(user.id);
    const haulers = rows.map((c) => ({
      company_id: c.company_id,
      name: c.name,
      users: people
        .filter((p) => p.company_id === c.company_id)
        .map((p) => ({ id: p.id, name: fullName(p) })),
    }));
    return { haulers, meta };
  },
});

/** The companies on a job for its page, with what may be done to each. */
export const getJobCompanies = procedure({
  name: "getJobCompanies",
  may: "job_company.read",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const found = await jobFor(ctx, id, "see_companies");
    const crews = found.standing.accepted ? await readCrews(ctx, found) : [];
    const own = new Set(ctx.actor.companies.map((c) => c.id));
    return {
      id,
      name: found.job.name,
      may_add: found.rights.add_company,
      my_crews: found.mine !== null && found.standing.accepted && found.rights.answer,
      companies: found.companies.map((c) => {
        const reads = readsContract(found, c.company_id);
        return {
          company_id: c.company_id,
          name: c.name,
          roles: rolesText(c),
          state: c.accepted_at === null ? "invited" : asksAgain(c) && reads ? "contract changed" : null,
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
            found.rights.contracts && !own.has(c.company_id) && CONTRACTS.some(({ flag }) => c[flag]),
          may_remove: found.rights.remove_company,
        };
      }),
    };
  },
});

/** Companies to add, by a part of their name: those that the acting one may find. */
export const findContractors = procedure({
  name: "findContractors",
  input: z.strictObject({ id: z.number().int(), q: z.string().trim().max(100).default("") }),
  async run(ctx, { id, q }) {
    const found = await jobFor(ctx, id, "add_company");
    const companies = await ctx.read
      .select({ id: company.id, name: company.name, city: company.city })
      .from(company)
      .where(
        and(
          findable(ctx.actor),
          q ? sql`${company.name} LIKE ${`%${q.replace(/[\\%_]/g, "\\$&")}%`} ESCAPE '\\'` : undefined,
        ),
      )
      .orderBy(company.name, company.id)
      .limit(100);
    return { id, name: found.job.name, companies };
  },
});

const roleFlags = z
  .array(z.enum(JOB_ROLE_FLAGS), "Choose at least one role")
  .min(1, "Choose at least one role")
  .max(JOB_ROLE_FLAGS.length);

/** Puts a company on a job, in one role or several: invited, or accepted at once where it is one's own or has no users. */
export const addJobCompany = procedure({
  name: "addJobCompany",
  input: z.strictObject({ job_id, company_id, roles: roleFlags }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "add_company");
    const [chosen] = await ctx.read
      .select({
        id: company.id,
        name: company.name,
        people: sql<number>`EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id})`,
      })
      .from(company)
      .where(and(eq(company.id, input.company_id), findable(ctx.actor)));
    if (!chosen) throw missing("There is no such company, or it is not yours to see.");
    const on = found.companies.find((c) => c.company_id === chosen.id);
    const wanted = Object.fromEntries(input.roles.map((r) => [r, true])) as Partial<PlaceRoles>;
    const second = wanted.is_land_manager && found.companies.some((c) => c.is_land_manager);
    if (second || (on && input.roles.some((r) => on[r]))) throw invalid({ company_id: [DUPLICATE] });
    const now = ctx.now.toISOString();
    const atOnce = !chosen.people || ctx.actor.companies.some((c) => c.id === chosen.id);
    const fresh = {
      ...Object.fromEntries(JOB_ROLE_FLAGS.map((r) => [r, Boolean(wanted[r])])),
      invited_at: now,
      accepted_at: atOnce ? now : null,
      declined_at: null,
      removed_at: null,
      contract_changed_at: null,
    };
    const step = on
      ? mustHit(
          ctx.write
            .update(jobCompany)
            .set({ ...wanted, version: on.version + 1 })
            .where(and(eq(jobCompany.id, on.id), eq(jobCompany.version, on.version))),
        )
      : mustHit(
          ctx.write
            .insert(jobCompany)
            .values({ job_id: input.job_id, company_id: chosen.id, ...fresh })
            .onConflictDoUpdate({
              target: [jobCompany.job_id, jobCompany.company_id],
              set: { ...fresh, version: sql`${jobCompany.version} + 1` },
              setWhere: or(
                sql`${jobCompany.declined_at} IS NOT NULL`,
                sql`${jobCompany.removed_at} IS NOT NULL`,
              ),
            }),
        );
    const roles = rolesText({ ...NOBODY, ...wanted });
    return ctx.commit(
      [
        step,
        // A second land manager that came in between.
        mustHit(
          sql`UPDATE job SET id = id WHERE id = ${input.job_id} AND (SELECT count(*) FROM job_company WHERE job_id = ${input.job_id} AND is_land_manager AND declined_at IS NULL AND removed_at IS NULL) < 2`,
        ),
        ...(on || atOnce ? [] : await inviteSteps(ctx, found, chosen.id, roles)),
        ...(await historySteps(ctx, found.subject, [
          { activity: "company_added", details: { company: `${chosen.name} (${roles})` } },
        ])),
      ],
      { id: chosen.id },
    );
  },
});

const NOBODY: PlaceRoles = {
  is_land_owner: false,
  is_land_owner_authorizee: false,
  is_land_manager: false,
  is_cutter: false,
  is_skidder: false,
  is_hauler: false,
};

/** Tells a company that it is invited to a job. */
const inviteSteps = (ctx: Ctx, found: VisibleJob, company: number, roles: string): Promise<Step[]> =>
  noticeSteps(ctx, {
    type: NOTICE.invitation,
    company,
    job: found.job.id,
    title: `${found.requester} invites you to the job ${found.job.name}`,
    message: `Your company is invited to ${found.job.name} as: ${roles}. Accept or decline it in Jobs.`,
    path: `/jobs/${found.job.id}/accept`,
  });

/** The loads of a job that name a company, and how many of them it hauls at this moment. */
async function loadsOf(ctx: Ctx, jobId: number, of: number) {
  const [row] = await ctx.read
    .select({
      any: sql<number>`count(*)`,
      busy: sql<number>`coalesce(sum(${tripTicket.hauler_company_id} = ${of} AND ${tripTicket.trip_ticket_status_id} IN (1, 2, 5) AND ${tripTicket.is_deleted} = 0), 0)`,
    })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, jobId),
        sql`${of} IN (${tripTicket.cutter_company_id}, ${tripTicket.skidder_company_id}, ${tripTicket.hauler_company_id})`,
      ),
    );
  return { any: row?.any ?? 0, busy: row?.busy ?? 0 };
}

const placeOn = (found: VisibleJob, of: number) => {
  const place = found.companies.find((c) => c.company_id === of);
  if (!place) throw missing("This company is not on the job.");
  return place;
};

/** What taking a company off a job means, for its confirm page. */
export const getCompanyRemoval = procedure({
  name: "getCompanyRemoval",
  input: z.strictObject({ job_id, company_id }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_company");
    const place = placeOn(found, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    return {
      name: place.name,
      job: found.job.name,
      roles: rolesText(place),
      version: place.version,
      ...loads,
    };
  },
});

/**
 * Takes a company off a job. One with loads is ended: it loses the job and keeps its tickets, and the rates stay for
 * them. One without is removed, and its rates with it (spec 1, section 4).
 */
export const removeJobCompany = procedure({
  name: "removeJobCompany",
  input: z.strictObject({ job_id, company_id, version: z.number().int() }),
  async run(ctx, input) {
    const found = await jobFor(ctx, input.job_id, "remove_company");
    const place = placeOn(found, input.company_id);
    const loads = await loadsOf(ctx, input.job_id, input.company_id);
    if (place.version !== input.version - 1) throw stale({ name: place.name, version: place.version });
    if (loads.busy)
      throw notNow(`${place.name} has ${count(loads.busy, "load")} under way. It can go once they are done.`);
    const here = and(eq(jobCompany.id, place.id), eq(jobCompany.version, input.version - 1));
    const theirs = (table: typeof jobProductRate | typeof jobHaulRate) =>
      and(eq(table.job_id, input.job_id), eq(table.receiving_company_id, place.company_id));
    const types = [place.is_cutter ? 1 : 0, place.is_skidder ? 2 : 0].filter(Boolean);
    const removed = [
      ...(types.length
        ? [
            also(
              ctx.write
                .delete(jobProductRate)
                .where(and(theirs(jobProductRate), inArray(jobProductRate.job_product_rate_type_id, types))),
            ),
          ]
        : []),
      ...(place.is_hauler ? [also(ctx.write.delete(jobHaulRate).where(theirs(jobHaulRate)))] : []),
    ];
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobCompany)
            .set({ removed_at: ctx.now.toISOString(), version: input.version })
            .where(here),
        ),
        ...(loads.any ? [] : removed),
        mustHit(
          ctx.write
            .update(job)
            .set({ last_modified_at: ctx.now.toISOString() })
            .where(eq(job.id, input.job_id)),
        ),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "company_removed",
            details: { company: `${place.name} (${rolesText(place)})${loads.any ? ", ended" : ""}` },
          },
        ])),
      ],
      { id: input.company_id },
    );
  },
});
