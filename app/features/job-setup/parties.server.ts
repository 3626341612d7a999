import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { company } from "#db/schema";
import { type CompanyMarks, marksInWords } from "~/core/access/company-marks.server";
import { searchCompanies } from "~/core/access/company-search.server";
import { findable } from "~/core/access/public-face.server";
import { ONE_LAND_MANAGER } from "~/core/jobs/contracts";
import { contractorInput, contractorSteps, isSentLink, notJoined } from "~/core/noted/join-links.server";
import { enabledChannels } from "~/core/outbox/channels.server";
import { sortByMatch } from "~/domain/text/closest-match";
import { landOwnerInput, landOwnerStep, listLandOwners } from "~/features/companies/land-owners.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { authorizeeOf, inRole, landOwnerOf } from "./draft";
import { changeDraft, draftVersion, notYet, openSetup } from "./draft.server";
import { addContractor, removeContractor, setOwnerSide } from "./draft-rules";
import { contractorNext, contractorSection } from "./draft-steps";
import { asRequester } from "./requester.server";
import { CONTRACTOR_ROLES, type ContractorRole, ROLE_FLAG } from "./words";

/** So many companies at once; a longer list is searched. */
const MOST_SHOWN = 10;

/** Names of companies by id. */
export async function companyNames(
  ctx: Pick<Ctx, "read">,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(inArray(company.id, wanted));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** A company that the caller may find, or the field's refusal. */
async function found(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), findable(ctx.actor)));
  if (!row) throw invalid({ company_id: ["We couldn't find that company, or you don't have access to it."] });
  return row.id;
}

type Listed = CompanyMarks & { city: string | null; state: string | null };
/** The line under a company's name: its place, and marks that tell it apart from others with this name. */
const placeAndMarks = (c: Listed, zone: string) =>
  [[c.city, c.state].filter(Boolean).join(", "), ...marksInWords(c, zone)].filter(Boolean).join(" · ");

const searched = (q: string) => q.trim().slice(0, 100);

/** One section of the contractors: the chosen ones and the search results. */
export const getContractors = procedure({
  name: "getContractors",
  may: "job.create",
  input: z.strictObject({
    section: z.string().max(40).nullable(),
    q: z.string().max(500),
    any: z.boolean(),
  }),
  async run(ctx, { section: asked, q, any }) {
    const { kept, requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    const section = contractorSection(kept.draft, asked);
    const names = await companyNames(
      ctx,
      kept.draft.companies.map((c) => c.company_id),
    );
    const { companies, meta } = await searchCompanies.run(rctx, {
      searchTerm: searched(q),
      type: any ? [] : [ROLE_FLAG[section]],
      take: MOST_SHOWN,
      skip: 0,
    });
    const waiting = await notJoined(
      rctx,
      kept.draft.companies.map((c) => c.company_id),
    );
    const chosen = (role: ContractorRole) => kept.draft.companies.filter((c) => c[ROLE_FLAG[role]]);
    return {
      version: kept.version + 1,
      first: await notYet(ctx, kept.draft, "companies"),
      section,
      q,
      any,
      sections: CONTRACTOR_ROLES.map((role) => ({
        role,
        count: chosen(role).length,
        next: contractorNext(kept.draft, role),
      })),
      chosen: chosen(section).map((c) => ({
        id: c.company_id,
        name: names.get(c.company_id) ?? "",
        contract:
          section === "cutter"
            ? c.cut_contract_name
            : section === "skidder"
              ? c.skid_contract_name
              : c.haul_contract_name,
        /** Companies of one's own make no contract with themselves (spec 1, section 2). */
        own: ctx.actor.companies.some((own) => own.id === c.company_id),
        /** Not on Timbertally yet: its contact gets a link with the job. */
        invited: invitedHow(waiting.find((row) => row.company_id === c.company_id)),
      })),
      found: companies.map((c) => ({
        id: c.id,
        name: c.name,
        logo_url: c.logo_url,
        place: placeAndMarks(c, ctx.actor.zone),
        chosen: chosen(section).some((on) => on.company_id === c.id),
      })),
      more: meta.total > MOST_SHOWN,
      texts: enabledChannels().text,
    };
  },
});

const invitedHow = (contact: Parameters<typeof isSentLink>[0] | undefined) =>
  contact ? (isSentLink(contact) ? ("sent" as const) : ("by hand" as const)) : null;

const contractor = {
  role: z.enum(CONTRACTOR_ROLES, "Choose land manager, cutter, skidder or hauler"),
  company_id: z.number("Choose a company").int().min(1, "Choose a company"),
  version: draftVersion,
};

/** Adds a company in a role. */
export const addJobContractor = procedure({
  name: "addJobContractor",
  may: "job.create",
  input: z.strictObject(contractor),
  async run(ctx, input) {
    const { requester } = await openSetup(ctx);
    const id = await found(await asRequester(ctx, requester.id), input.company_id);
    await changeDraft(ctx, {
      section: "companies",
      step: "companies",
      version: input.version,
      change: (draft) => {
        const ruled = addContractor(draft, input.role, id);
        if ("refused" in ruled) throw invalid({ company_id: [ruled.refused] });
        return ruled.draft;
      },
    });
    return { role: input.role };
  },
});

/** Notes a company that is not on Timbertally down for the requester, and adds it in a role; it is invited with the job. */
export const inviteJobContractor = procedure({
  name: "inviteJobContractor",
  may: "job.create",
  input: z.strictObject({ role: contractor.role, ...contractorInput, version: draftVersion }),
  async run(ctx, { role, version, ...input }) {
    const { requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    const flag = ROLE_FLAG[role];
    await changeDraft(ctx, {
      section: "companies",
      step: "companies",
      version,
      change: (draft) => {
        if (role === "land_manager" && inRole(draft, role).length)
          throw invalid({ name: [ONE_LAND_MANAGER] });
        return draft;
      },
      first: () => contractorSteps(rctx, input, { [flag]: true }),
      body: (json) =>
        sql`json_insert(${json}, '$.companies[#]', json_object('company_id', ${newest(company)}, ${flag}, json('true')))`,
    });
    return { role };
  },
});

/** Takes a company out of a role, with its contract and rates of that role. */
export const removeJobContractor = procedure({
  name: "removeJobContractor",
  may: "job.create",
  input: z.strictObject(contractor),
  async run(ctx, input) {
    await changeDraft(ctx, {
      section: "companies",
      step: "companies",
      version: input.version,
      change: (draft) => removeContractor(draft, input.role, input.company_id),
    });
    return { role: input.role };
  },
});

const OWNER_SIDES = ["is_land_owner", "is_land_owner_authorizee"] as const;
export type OwnerSide = (typeof OWNER_SIDES)[number];

/**
 * The people and companies that can be named as the land owner, or as the consulting forester who acts for the owner.
 */
export const getOwnerChoices = procedure({
  name: "getOwnerChoices",
  may: "job.create",
  input: z.strictObject({ side: z.enum(OWNER_SIDES), q: z.string().max(500) }),
  async run(ctx, { side, q }) {
    const { kept, requester } = await openSetup(ctx);
    const term = searched(q);
    const rctx = await asRequester(ctx, requester.id);
    const owners = side === "is_land_owner";
    const noted = owners ? (await listLandOwners.run(rctx, { take: -1, skip: 0 })).land_owners : [];
    const { companies, meta } = await searchCompanies.run(rctx, {
      searchTerm: term,
      type: owners ? ["is_land_owner"] : [],
      take: MOST_SHOWN,
      skip: 0,
    });
    const own = new Set(noted.map((o) => o.id));
    const chosen = owners ? landOwnerOf(kept.draft) : authorizeeOf(kept.draft);
    return {
      version: kept.version + 1,
      side,
      q,
      chosen: chosen?.company_id ?? null,
      noted: sortByMatch(
        noted.filter((o) => o.name.toLowerCase().includes(term.toLowerCase())),
        term,
        (o) => o.name,
      ).map((o) => ({ id: o.id, name: o.name, place: `${o.contact_first_name} ${o.contact_last_name}` })),
      found: companies
        .filter((c) => !own.has(c.id))
        .map((c) => ({ id: c.id, name: c.name, place: placeAndMarks(c, ctx.actor.zone) })),
      more: meta.total > MOST_SHOWN,
    };
  },
});

/** Names the land owner or the authorizee; without a company, nobody. */
export const setJobOwnerSide = procedure({
  name: "setJobOwnerSide",
  may: "job.create",
  input: z.strictObject({
    side: z.enum(OWNER_SIDES),
    company_id: z.number("Choose a company").int().nullable().optional(),
    version: draftVersion,
  }),
  async run(ctx, input) {
    const { requester } = await openSetup(ctx);
    const id = input.company_id ? await found(await asRequester(ctx, requester.id), input.company_id) : null;
    return changeDraft(ctx, {
      section: "companies",
      version: input.version,
      change: (draft) => setOwnerSide(draft, input.side, id),
    });
  },
});

/** Notes a land owner down for the requesting company and names them on the job, in one batch. */
export const addJobLandOwner = procedure({
  name: "addJobLandOwner",
  may: "job.create",
  input: landOwnerInput.extend({ version: draftVersion }),
  async run(ctx, { version, ...owner }) {
    const { requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    return changeDraft(ctx, {
      section: "companies",
      version,
      change: (draft) => setOwnerSide(draft, "is_land_owner", null),
      first: async () => [await landOwnerStep(rctx, owner)],
      body: (json) =>
        sql`json_insert(${json}, '$.companies[#]', json_object('company_id', ${newest(company)}, 'is_land_owner', json('true')))`,
    });
  },
});
