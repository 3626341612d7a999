import { and, eq, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { certification, certificationType, company, productClaim, usState } from "#db/schema";
import { roleNames, rolesOf } from "~/domain/access/company-roles";
import { formatPhone } from "~/domain/people/phone";
import { type Ctx, procedure } from "~/web/procedure";
import { missing } from "~/web/refusal";
import { partnersOf } from "./partners.server";

/**
 * The companies that a signed-in person may find, as a condition on `company`: those that have people. A company that
 * another one recorded (a land owner without users) is known only to that one.
 */
export const findable = (actor: { company: { id: number | Placeholder } | null }): SQL =>
  sql`(${company.is_deleted} = 0 AND (${company.creator_company_id} IS NULL
    OR ${company.creator_company_id} = ${actor.company?.id ?? 0}
    OR EXISTS (SELECT 1 FROM crew f JOIN crew_member m ON m.crew_id = f.id WHERE f.company_id = ${company.id} AND f.is_deleted = 0)))`;

/** What a company shows to everybody signed in (decisions, section 2): no address, no phone, no people, no prices. */
export const FACE = {
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
 * A company's contact, as it stored it: for companies that work on a job with it, and for the one that recorded it.
 * Everyone else sees only its public profile (decisions, section 2).
 */
export async function contactOf(ctx: Ctx, id: number) {
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
        findable(ctx.actor),
        sql`(${company.creator_company_id} IS ${me} OR ${company.id} IN (${partnersOf(me)}))`,
      ),
    );
  if (!row || !(row.first_name || row.last_name || row.phone_number)) return null;
  return {
    name: [row.first_name, row.last_name].filter(Boolean).join(" "),
    phone: row.phone_number && formatPhone(row.phone_number),
    phone_number: row.phone_number,
  };
}

/** A company's public face, with the certificates that it holds. */
export const getCompanyFace = procedure({
  name: "getCompanyFace",
  audience: "known",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const [row] = await ctx.read
      .select(FACE)
      .from(company)
      .leftJoin(usState, eq(usState.id, company.us_state_id))
      .where(and(eq(company.id, id), findable(ctx.actor)));
    if (!row) throw missing("We couldn't find that company, or you don't have access to it.");
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
      roles: roleNames(rolesOf(row)),
      certifications,
      contact: await contactOf(ctx, id),
    };
  },
});
