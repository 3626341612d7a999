import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { company, job, jobCompany, jobProduct } from "#db/schema";
import { companyMarks, marksInWords } from "~/core/access/company-marks.server";
import { searchCompanies } from "~/core/access/company-search.server";
import { findable } from "~/core/access/public-face.server";
import { productKey } from "~/core/tickets/defaults";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { type FieldErrors, invalid } from "~/web/refusal";
import { type Draft, inRole } from "./draft";
import { changeDraft, draftVersion, notYet, openSetup } from "./draft.server";
import { addContractor, removeContractor } from "./draft-rules";
import { contractorsAreChosen } from "./draft-steps";
import { companyNames } from "./parties.server";
import { asRequester } from "./requester.server";
import { CONTRACTOR_ROLES, type ContractorRole, ROLE_FLAG } from "./words";

/** So many companies are offered in a role at once; others are searched. */
const MOST_OFFERED = 6;

/** Companies in a role: those of the requester's earlier jobs first, the most frequent before the others, then by name. */
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
          findable(rctx.actor),
        ),
      )
      .groupBy(jobCompany.company_id)
      .orderBy(desc(sql`count(*)`), jobCompany.company_id)
      .limit(MOST_OFFERED),
    searchCompanies.run(rctx, { searchTerm: "", type: [ROLE_FLAG[role]], take: MOST_OFFERED, skip: 0 }),
  ]);
  return [...new Set([...known.map((c) => c.id), ...companies.map((c) => c.id)])].slice(0, MOST_OFFERED);
}

/** All four roles on one page: who is chosen, and who is offered to be ticked. */
export const getContractorChoice = procedure({
  name: "getContractorChoice",
  may: "job.create",
  input: z.strictObject({}),
  async run(ctx) {
    const { kept, requester } = await openSetup(ctx);
    const { draft } = kept;
    const rctx = await asRequester(ctx, requester.id);
    const offered = await Promise.all(CONTRACTOR_ROLES.map((role) => offeredIn(rctx, role)));
    const listed = CONTRACTOR_ROLES.map((role, i) => {
      const chosen = inRole(draft, role).map((c) => c.company_id);
      return { role, chosen, ids: [...new Set([...chosen, ...(offered[i] ?? [])])] };
    });
    const all = listed.flatMap(({ ids }) => ids);
    const [names, marksOf] = await Promise.all([companyNames(ctx, all), companyMarks(rctx, all)]);
    return {
      version: kept.version + 1,
      first: await notYet(ctx, draft, "companies"),
      roles: listed.map(({ role, chosen, ids }) => ({
        role,
        companies: ids.map((id) => ({
          id,
          name: names.get(id) ?? "",
          chosen: chosen.includes(id),
          own: ctx.actor.companies.some((own) => own.id === id),
          line: marksInWords(marksOf(id), ctx.actor.zone).join(" · "),
        })),
      })),
    };
  },
});

const ids = () =>
  z.array(z.number("Choose a company").int().min(1)).max(50, "Use at most 50 companies").default([]);

/** The companies in a role as they are ticked: what is no longer ticked goes with its contract and rates. */
function chosenIn(draft: Draft, role: ContractorRole, wanted: readonly number[], errors: FieldErrors): Draft {
  const gone = inRole(draft, role).filter((c) => !wanted.includes(c.company_id));
  const without = gone.reduce((now, c) => removeContractor(now, role, c.company_id), draft);
  return wanted.reduce((now, id) => {
    if (inRole(now, role).some((c) => c.company_id === id)) return now;
    const ruled = addContractor(now, role, id);
    if ("draft" in ruled) return ruled.draft;
    errors[role] = [ruled.refused];
    return now;
  }, without);
}

/** Chooses the contractors of all roles at once, as they are ticked. */
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
    const { kept, requester } = await openSetup(ctx);
    const rctx = await asRequester(ctx, requester.id);
    const there = new Set(kept.draft.companies.map((c) => c.company_id));
    const added = CONTRACTOR_ROLES.flatMap((role) => wanted[role]).filter((id) => !there.has(id));
    const known = await rctx.read
      .select({ id: company.id })
      .from(company)
      .where(and(inArray(company.id, added), findable(rctx.actor)));
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
        complete = contractorsAreChosen(next);
        return next;
      },
    });
    return { complete };
  },
});

/** Who is chosen now, to show a person who was overtaken by another tab. */
const companiesNow = (draft: Draft): Record<string, unknown> =>
  Object.fromEntries(CONTRACTOR_ROLES.map((role) => [role, inRole(draft, role).map((c) => c.company_id)]));

/** The products that the requester's jobs had most often, so that they're ticked and not looked up. */
export async function usualProducts(rctx: Ctx<CompanyActor>, most: number): Promise<string[]> {
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
  return rows.map(productKey);
}
