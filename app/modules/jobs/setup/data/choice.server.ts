import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, jobCompany, jobProduct } from "#db/schema";
import {
  formatIdentityFacts,
  readCompanyIdentityFacts,
} from "~/modules/companies/shared/company-marks.server";
import { searchCompanies } from "~/modules/companies/shared/company-search.server";
import { buildSearchableCondition } from "~/modules/companies/shared/public-face.server";
import { formatProductKey } from "~/modules/trip-tickets/rules/defaults";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { type FieldErrors, invalid } from "~/web/refusal";
import { changeDraft, draftVersion, findBlockingStep, requireOpenDraft } from "../../shared/draft.server";
import { type Draft, listCompaniesInRole } from "../rules/draft";
import { addContractor, removeContractor } from "../rules/draft-rules";
import { areContractorsChosen } from "../rules/draft-steps";
import { CONTRACTOR_ROLES, type ContractorRole, ROLE_FLAG } from "../rules/words";
import { readCompanyNames } from "./parties.server";
import { actAsRequester } from "./requester.server";

/** Maximum number of companies offered in a role at once; others are found by search. */
const MAX_OFFERED = 6;

/**
 * Return companies to offer in a role: companies on the requester's earlier jobs, most frequent first, then other
 * companies by name.
 */
async function offeredIn(rctx: Ctx<CompanyActor>, role: ContractorRole): Promise<number[]> {
  const flag = jobCompany[ROLE_FLAG[role]];
  const [known, { companies }] = await Promise.all([
    rctx.read
      .select({ id: jobCompany.company_id })
      .from(jobCompany)
      .innerJoin(job, eq(job.id, jobCompany.job_id))
      .innerJoin(company, eq(company.id, jobCompany.company_id))
      .where(
        and(
          eq(job.request_user_company_id, rctx.actor.company.id),
          eq(job.is_deleted, false),
          eq(flag, true),
          buildSearchableCondition(rctx.actor),
        ),
      )
      .groupBy(jobCompany.company_id)
      .orderBy(desc(sql`count(*)`), jobCompany.company_id)
      .limit(MAX_OFFERED),
    searchCompanies.run(rctx, { searchTerm: "", type: [ROLE_FLAG[role]], take: MAX_OFFERED, skip: 0 }),
  ]);
  return [...new Set([...known.map((c) => c.id), ...companies.map((c) => c.id)])].slice(0, MAX_OFFERED);
}

/** Return all four contractor roles for one page, each with its chosen and its offered companies. */
export const getContractorChoice = procedure({
  name: "getContractorChoice",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const { draft } = kept;
    const rctx = await actAsRequester(ctx, requester.id);
    const offered = await Promise.all(CONTRACTOR_ROLES.map((role) => offeredIn(rctx, role)));
    const listed = CONTRACTOR_ROLES.map((role, i) => {
      const chosen = listCompaniesInRole(draft, role).map((c) => c.company_id);
      return { role, chosen, ids: [...new Set([...chosen, ...(offered[i] ?? [])])] };
    });
    const all = listed.flatMap(({ ids }) => ids);
    const [names, marksOf] = await Promise.all([
      readCompanyNames(ctx, all),
      readCompanyIdentityFacts(rctx, all),
    ]);
    return {
      version: kept.version + 1,
      first: await findBlockingStep(ctx, draft, "companies"),
      roles: listed.map(({ role, chosen, ids }) => ({
        role,
        companies: ids.map((id) => ({
          id,
          name: names.get(id) ?? "",
          chosen: chosen.includes(id),
          own: ctx.actor.companies.some((own) => own.id === id),
          line: formatIdentityFacts(marksOf(id), ctx.actor.zone).join(" · "),
        })),
      })),
    };
  },
});

const ids = () =>
  z.array(z.number("Choose a company").int().min(1)).max(50, "Use at most 50 companies").default([]);

/** Set a role's companies to the checked ones. Unchecked companies lose the role, with their contract and rates in it. */
function chosenIn(
  draft: Draft,
  role: ContractorRole,
  expected: readonly number[],
  errors: FieldErrors,
): Draft {
  const gone = listCompaniesInRole(draft, role).filter((c) => !expected.includes(c.company_id));
  const without = gone.reduce((now, c) => removeContractor(now, role, c.company_id), draft);
  return expected.reduce((now, id) => {
    if (listCompaniesInRole(now, role).some((c) => c.company_id === id)) return now;
    const ruled = addContractor(now, role, id);
    if ("draft" in ruled) return ruled.draft;
    errors[role] = [ruled.refused];
    return now;
  }, without);
}

/** Choose the contractors of all roles at once, from the checked boxes. */
export const chooseContractors = procedure({
  name: "chooseContractors",
  may: "job.create",
  input: z.strictObject({
    land_manager: ids(),
    cutter: ids(),
    skidder: ids(),
    hauler: ids(),
    version: draftVersion,
  }),
  async run(ctx, { version, ...wanted }) {
    const { kept, requester } = await requireOpenDraft(ctx);
    const rctx = await actAsRequester(ctx, requester.id);
    const there = new Set(kept.draft.companies.map((c) => c.company_id));
    const added = CONTRACTOR_ROLES.flatMap((role) => wanted[role]).filter((id) => !there.has(id));
    const known = await rctx.read
      .select({ id: company.id })
      .from(company)
      .where(and(inArray(company.id, added), buildSearchableCondition(rctx.actor)));
    if (new Set(added).size !== known.length)
      throw invalid({ "": ["We couldn't find one of the companies, or you don't have access to it."] });
    let complete = false;
    await changeDraft(ctx, {
      section: "companies",
      step: "companies",
      version,
      whole: companiesNow,
      change: (draft) => {
        const errors: FieldErrors = {};
        const next = CONTRACTOR_ROLES.reduce((now, role) => chosenIn(now, role, wanted[role], errors), draft);
        if (Object.keys(errors).length) throw invalid(errors);
        complete = areContractorsChosen(next);
        return next;
      },
    });
    return { complete };
  },
});

/** Return the current choice, shown to a user whose form is out of date because another tab saved first. */
const companiesNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(
    CONTRACTOR_ROLES.map((role) => [role, listCompaniesInRole(draft, role).map((c) => c.company_id)]),
  );

/** The most frequent products of the requester's jobs, so that they can be checked instead of looked up. */
export async function readUsualProducts(rctx: Ctx<CompanyActor>, most: number): Promise<string[]> {
  const rows = await rctx.read
    .select({
      product_type_id: jobProduct.product_type_id,
      wood_species_id: jobProduct.wood_species_id,
      wood_species_type_id: jobProduct.wood_species_type_id,
    })
    .from(jobProduct)
    .innerJoin(job, eq(job.id, jobProduct.job_id))
    .where(and(eq(job.request_user_company_id, rctx.actor.company.id), eq(job.is_deleted, false)))
    .groupBy(jobProduct.product_type_id, jobProduct.wood_species_id, jobProduct.wood_species_type_id)
    .orderBy(desc(sql`count(*)`), jobProduct.product_type_id, jobProduct.wood_species_id)
    .limit(most);
  return rows.map(formatProductKey);
}
