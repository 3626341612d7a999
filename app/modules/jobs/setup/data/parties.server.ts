import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { company } from "#db/schema";
import { getEnabledChannels } from "~/lib/mail/channels.server";
import { sortByMatch } from "~/lib/text/closest-match";
import {
  type CompanyIdentityFacts,
  formatIdentityFacts,
} from "~/modules/companies/shared/company-marks.server";
import { searchCompanies } from "~/modules/companies/shared/company-search.server";
import {
  buildContractorSteps,
  canSendLink,
  contractorInput,
  readUnjoinedCompanies,
} from "~/modules/companies/shared/join-links.server";
import {
  buildLandOwnerStep,
  landOwnerInput,
  listLandOwners,
} from "~/modules/companies/shared/land-owners.server";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { ONE_LAND_MANAGER_MESSAGE } from "../../rules/contracts";
import { changeDraft, draftVersion, findBlockingStep, requireOpenDraft } from "../../shared/draft.server";
import { findAuthorizee, findLandOwner, listCompaniesInRole } from "../rules/draft";
import { addContractor, removeContractor, setOwnerOrAuthorizee } from "../rules/draft-rules";
import { getContractorSection, isContractorRoleFilled } from "../rules/draft-steps";
import { CONTRACTOR_ROLES, type ContractorRole, ROLE_FLAG } from "../rules/words";
import { actAsRequester } from "./requester.server";

/** Maximum number of companies to list; other companies are found by search. */
const MAX_SHOWN = 10;

/** Names of companies by id. */
export async function readCompanyNames(
  ctx: Pick<Ctx, "read">,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const expected = [...new Set(ids)];
  if (expected.length === 0) return new Map();
  const rows = await ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(inArray(company.id, expected));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Return a company that the caller may find, or the field's error. */
async function found(ctx: Ctx<CompanyActor>, id: number) {
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .where(and(eq(company.id, id), buildSearchableCondition(ctx.actor)));
  if (!row) throw invalid({ company_id: ["We couldn't find that company, or you don't have access to it."] });
  return row.id;
}

type Listed = CompanyIdentityFacts & { city: string | null; state: string | null };
/**
 * Return the text under a company's name: its city and state, and details that distinguish it from others with the same
 * name.
 */
const placeAndMarks = (c: Listed, zone: string) =>
  [[c.city, c.state].filter(Boolean).join(", "), ...formatIdentityFacts(c, zone)].filter(Boolean).join(" · ");

const searched = (q: string) => q.trim().slice(0, 100);

/** Return one contractor role for its page: the chosen companies and the search results. */
export const getContractors = procedure({
  name: "getContractors",
  may: "job.create",
  input: z.strictObject({
    section: z.string().max(40).nullable(),
    q: z.string().max(500),
    any: z.boolean(),
  }),
  async run(ctx, { section: asked, q, any }) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    const section = getContractorSection(kept.draft, asked);
    const names = await readCompanyNames(
      ctx,
      kept.draft.companies.map((c) => c.company_id),
    );
    const { companies, meta } = await searchCompanies.run(rctx, {
      searchTerm: searched(q),
      type: any ? [] : [ROLE_FLAG[section]],
      take: MAX_SHOWN,
      skip: 0,
    });
    const waiting = await readUnjoinedCompanies(
      rctx,
      kept.draft.companies.map((c) => c.company_id),
    );
    const chosen = (role: ContractorRole) => kept.draft.companies.filter((c) => c[ROLE_FLAG[role]]);
    return {
      version: kept.version + 1,
      first: await findBlockingStep(ctx, kept.draft, "companies"),
      section,
      q,
      any,
      sections: CONTRACTOR_ROLES.map((role) => ({
        role,
        count: chosen(role).length,
        next: isContractorRoleFilled(kept.draft, role),
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
        /** The caller's own companies make no contract with themselves. */
        own: ctx.actor.companies.some((own) => own.id === c.company_id),
        /** Set for a company that isn't on Timbertally yet; its contact gets a link when the job is created. */
        invited: invitedHow(waiting.find((row) => row.company_id === c.company_id)),
      })),
      found: companies.map((c) => ({
        id: c.id,
        name: c.name,
        logo_url: c.logo_url,
        place: placeAndMarks(c, ctx.actor.zone),
        chosen: chosen(section).some((on) => on.company_id === c.id),
      })),
      more: meta.total > MAX_SHOWN,
      texts: getEnabledChannels().text,
    };
  },
});

const invitedHow = (contact: Parameters<typeof canSendLink>[0] | undefined) =>
  contact ? (canSendLink(contact) ? ("sent" as const) : ("by hand" as const)) : null;

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
    const { requester } = await requireOpenDraft(ctx);
    const id = await found(await actAsRequester(ctx, requester.id), input.company_id);
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

/**
 * Create a company that is not on Timbertally for the requester, and add it in a role; it is invited when the job is
 * created.
 */
export const inviteJobContractor = procedure({
  name: "inviteJobContractor",
  may: "job.create",
  input: z.strictObject({ role: contractor.role, ...contractorInput, version: draftVersion }),
  async run(ctx, { role, version, ...input }) {
    const { requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    const flag = ROLE_FLAG[role];
    await changeDraft(ctx, {
      section: "companies",
      step: "companies",
      version,
      change: (draft) => {
        if (role === "land_manager" && listCompaniesInRole(draft, role).length)
          throw invalid({ name: [ONE_LAND_MANAGER_MESSAGE] });
        return draft;
      },
      first: () => buildContractorSteps(rctx, input, { [flag]: true }),
      body: (json) =>
        sql`json_insert(${json}, '$.companies[#]', json_object('company_id', ${selectInsertedId(company)}, ${flag}, json('true')))`,
    });
    return { role };
  },
});

/** Removes a company from a role, with its contract and rates in that role. */
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
export type OwnerRole = (typeof OWNER_SIDES)[number];

/**
 * Return the people and companies that can be named as the land owner, or as the consulting forester who acts for the
 * owner.
 */
export const getOwnerChoices = procedure({
  name: "getOwnerChoices",
  may: "job.create",
  input: z.strictObject({ side: z.enum(OWNER_SIDES), q: z.string().max(500) }),
  async run(ctx, { side, q }) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const term = searched(q);
    const rctx = await actAsRequester(ctx, requester.id);
    const owners = side === "is_land_owner";
    const noted = owners ? (await listLandOwners.run(rctx, { take: -1, skip: 0 })).land_owners : [];
    const { companies, meta } = await searchCompanies.run(rctx, {
      searchTerm: term,
      type: owners ? ["is_land_owner"] : [],
      take: MAX_SHOWN,
      skip: 0,
    });
    const own = new Set(noted.map((o) => o.id));
    const chosen = owners ? findLandOwner(kept.draft) : findAuthorizee(kept.draft);
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
      more: meta.total > MAX_SHOWN,
    };
  },
});

/** Sets the land owner or the authorizee; without a company, clears it. */
export const setJobOwnerRole = procedure({
  name: "setJobOwnerRole",
  may: "job.create",
  input: z.strictObject({
    side: z.enum(OWNER_SIDES),
    company_id: z.number("Choose a company").int().nullable().optional(),
    version: draftVersion,
  }),
  async run(ctx, input) {
    const { requester } = await requireOpenDraft(ctx);
    const id = input.company_id
      ? await found(await actAsRequester(ctx, requester.id), input.company_id)
      : null;
    return changeDraft(ctx, {
      section: "companies",
      version: input.version,
      change: (draft) => setOwnerOrAuthorizee(draft, input.side, id),
    });
  },
});

/** Create a land owner for the requesting company and add it to the job, in one batch. */
export const addJobLandOwner = procedure({
  name: "addJobLandOwner",
  may: "job.create",
  input: landOwnerInput.extend({ version: draftVersion }),
  async run(ctx, { version, ...owner }) {
    const { requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    return changeDraft(ctx, {
      section: "companies",
      version,
      change: (draft) => setOwnerOrAuthorizee(draft, "is_land_owner", null),
      first: async () => [await buildLandOwnerStep(rctx, owner)],
      body: (json) =>
        sql`json_insert(${json}, '$.companies[#]', json_object('company_id', ${selectInsertedId(company)}, 'is_land_owner', json('true')))`,
    });
  },
});
