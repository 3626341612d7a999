import { and, eq, isNotNull, sql } from "drizzle-orm";
import { company, companyFeatureAccess, crew, jobCompany } from "#db/schema";
import { FEATURE, TRIAL_DAYS } from "~/lib/access/company-features";
import { askJoinedPayer } from "~/modules/rates/shared/payer-consent.server";
import { anyRows, expectOneRow } from "~/web/commit.server";
import type { Ctx, Step } from "~/web/procedure";

/**
 * What happens when the first person joins a company that another one recorded: it becomes independent and findable,
 * gets a new company's trial, and is asked about the jobs it was put on while work on them continues. It is asked as well to
 * agree to the rates that others wrote for it to pay.
 */
export async function firstPersonSteps(ctx: Ctx, crewId: number): Promise<Step[]> {
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
    anyRows(
      ctx.write
        .update(jobCompany)
        .set({ contract_changed_at: timestamp, version: sql`${jobCompany.version} + 1` })
        .where(sql`${jobCompany.id} IN (SELECT p.id FROM job_party p WHERE p.company_id = ${row.id})`),
    ),
    ...(await askJoinedPayer(ctx, row.id)),
    ...[FEATURE.jobCreation, FEATURE.advancedExport].map((feature_id) =>
      anyRows(
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
