import { and, eq, isNotNull, sql } from "drizzle-orm";
import { company, companyFeatureAccess, crew, jobCompany } from "#db/schema";
import { FEATURE, TRIAL_DAYS } from "~/lib/access/company-features";
import { buildNewPayerConsentSteps } from "~/modules/rates/shared/payer-consent.server";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/**
 * Build the steps for the first person who joins a company that another company recorded. The company becomes
 * independent and can be found, gets a new company's trial, and is asked about the jobs it was put on that are still in
 * progress. It is also asked to agree to the rates that other companies entered for it to pay.
 */
export async function buildFirstMemberSteps(ctx: Ctx, crewId: number): Promise<Step[]> {
  const [row] = await ctx.read
    .select({ id: company.id })
    .from(company)
    .innerJoin(crew, eq(crew.company_id, company.id))
    .where(and(eq(crew.id, crewId), isNotNull(company.creator_company_id)));
  if (!row) return [];
  const timestamp = ctx.now.toISOString();
  const ends = new Date(ctx.now.getTime() + TRIAL_DAYS * 86_400_000).toISOString();
  return [
    expectOneRow(
      ctx.write
        .update(company)
        .set({ creator_company_id: null, version: sql`${company.version} + 1` })
        .where(and(eq(company.id, row.id), isNotNull(company.creator_company_id))),
    ),
    allowAnyRows(
      ctx.write
        .update(jobCompany)
        .set({ contract_changed_at: timestamp, version: sql`${jobCompany.version} + 1` })
        .where(sql`${jobCompany.id} IN (SELECT p.id FROM job_party p WHERE p.company_id = ${row.id})`),
    ),
    ...(await buildNewPayerConsentSteps(ctx, row.id)),
    ...[FEATURE.jobCreation, FEATURE.advancedExport].map((feature_id) =>
      allowAnyRows(
        ctx.write
          .insert(companyFeatureAccess)
          .values({
            company_id: row.id,
            feature_id,
            is_active: true,
            created_at: timestamp,
            expires_at: ends,
          })
          .onConflictDoNothing(),
      ),
    ),
  ];
}
