import { and, eq, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { certification, certificationType, company, productClaim, usState } from "#db/schema";
import { listRoleNames, pickRoles } from "~/lib/access/company-roles";
import { buildPartnersQuery } from "~/lib/access/partners.server";
import { formatPhone } from "~/lib/text/phone";
import { type Ctx, procedure } from "~/web/procedure";
import { notFound } from "~/web/refusal";

/**
 * Build the condition on `company` for companies that a signed-in user may find: companies that have users. A company
 * without users that another company recorded, such as a land owner, is visible only to that other company.
 */
export const buildSearchableCondition = (actor: { company: { id: number | Placeholder } | null }): SQL =>
  sql`(${company.is_deleted} = 0 AND (${company.creator_company_id} IS NULL
    OR ${company.creator_company_id} = ${actor.company?.id ?? 0}
    OR EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id} AND f.is_deleted = 0)))`;

/**
 * Company fields visible to every signed-in user (docs/domain.md#company-profile): no address, no phone, no people, no
 * prices.
 */
export const COMPANY_CARD_COLUMNS = {
  id: company.id,
  name: company.name,
  logo_url: company.logo_url,
  city: company.city,
  state: usState.stusps,
  is_land_owner: company.is_land_owner,
  is_land_manager: company.is_land_manager,
  is_cutter: company.is_cutter,
  is_skidder: company.is_skidder,
  is_hauler: company.is_hauler,
  is_mill: company.is_mill,
};

/**
 * Read a company's stored contact details, for companies that work on a job with it and the company that recorded it.
 * Everyone else sees only the public profile (docs/domain.md#company-profile).
 */
export async function readCompanyContact(ctx: Ctx, id: number) {
  const me = ctx.actor.company?.id ?? 0;
  if (!ctx.actor.permissions.job_company.read) return null;
  const [row] = await ctx.read
    .select({
      first_name: company.contact_first_name,
      last_name: company.contact_last_name,
      phone_number: company.contact_phone_number,
    })
    .from(company)
    .where(
      and(
        eq(company.id, id),
        buildSearchableCondition(ctx.actor),
        sql`(${company.creator_company_id} IS ${me} OR ${company.id} IN (${buildPartnersQuery(me)}))`,
      ),
    );
  if (!row || !(row.first_name || row.last_name || row.phone_number)) return null;
  return {
    name: [row.first_name, row.last_name].filter(Boolean).join(" "),
    phone: row.phone_number && formatPhone(row.phone_number),
    phone_number: row.phone_number,
  };
}

/** Return the public profile of a company, with its certificates. */
export const getCompanyProfile = procedure({
  name: "getCompanyProfile",
  audience: "known",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [row] = await ctx.read
      .select(COMPANY_CARD_COLUMNS)
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(and(eq(company.id, id), buildSearchableCondition(ctx.actor)));
    if (!row) throw notFound("We couldn't find that company, or you don't have access to it.");
    const certifications = await ctx.read
      .select({ type: certificationType.name, license: certification.license, claim: productClaim.name })
      .from(certification)
      .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
      .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id))
      .where(
        and(
          eq(certification.company_id, id),
          eq(certification.is_deleted, false),
          sql`(${isNull(certification.expires_at)} OR ${certification.expires_at} > ${ctx.now.toISOString()})`,
        ),
      )
      .orderBy(certificationType.name, certification.license);
    return {
      id,
      name: row.name,
      logo_url: row.logo_url,
      place: [row.city, row.state].filter(Boolean).join(", "),
      roles: listRoleNames(pickRoles(row)),
      certifications,
      contact: await readCompanyContact(ctx, id),
    };
  },
});
