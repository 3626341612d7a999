import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { certification, certificationType, company, companyCertification, productClaim } from "#db/schema";
import { getDay } from "~/lib/time/time";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import { forbidden, notFound } from "~/web/refusal";
import { formatCertificationChoice, getLicenseWarning, hasExpired, toLastDay } from "../rules/certifications";

/** Build the condition for certifications that a company may use: its own, and those of groups of which it is a member. */
export const buildUsableByCondition = (companyId: number): SQL =>
  sql`(${certification.is_deleted} = 0 AND EXISTS (SELECT 1 FROM ${companyCertification} cc
    WHERE cc.certification_id = ${certification.id} AND cc.company_id = ${companyId}))`;

/**
 * Build the condition for a company's own certifications, of which the company is also the holder
 * (docs/domain.md#certification).
 */
export const buildOwnedByCondition = (companyId: number): SQL =>
  sql`(${certification.company_id} = ${companyId} AND ${buildUsableByCondition(companyId)})`;

/** Columns of a certification's name, for queries that join its type and left join its claim. */
export const CERTIFICATION_COLUMNS = {
  id: certification.id,
  license: certification.license,
  type: certificationType.name,
  claim: productClaim.name,
  expires_at: certification.expires_at,
};

type Parts = {
  id: number;
  license: string;
  type: string;
  claim: string | null;
  expires_at: string | null;
};

/**
 * Create a function that converts a certification to a choice: its id, and a name that distinguishes certifications of
 * the same license and notes an expiry.
 */
export const createCertificationNamer = (today: string) => (c: Parts) => ({
  id: c.id,
  name: formatCertificationChoice(c, today),
});

/** Require the address's company to be the acting company; respond with 404 for any other. */
export function requireOwnCompany(ctx: Ctx<CompanyActor>, companyId: number): number {
  if (companyId !== ctx.actor.company.id) throw notFound();
  return companyId;
}

const selectCertifications = (read: Read) =>
  read
    .select({
      certification,
      certification_type: { id: certificationType.id, name: certificationType.name },
      product_claim: { id: productClaim.id, name: productClaim.name },
      company: { id: company.id, name: company.name },
    })
    .from(certification)
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .innerJoin(company, eq(company.id, certification.company_id))
    .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id));

type Row = Awaited<ReturnType<typeof selectCertifications>>[number];

/** Format a certification for pages and API clients; `company` is its holder. */
function formatCertification(
  { certification: c, ...beside }: Row,
  reader: { companyId: number; today: string },
) {
  const expires_at = c.expires_at && toLastDay(c.expires_at);
  return {
    certification: {
      id: c.id,
      company_id: c.company_id,
      certification_type_id: c.certification_type_id,
      license: c.license,
      product_claim_id: c.product_claim_id,
      expires_at,
      version: c.version,
    },
    ...beside,
    is_owned: c.company_id === reader.companyId,
    is_expired: hasExpired(expires_at, reader.today),
    warning: getLicenseWarning(c.certification_type_id, c.license),
  };
}

export type ShownCertification = ReturnType<typeof formatCertification>;

/** Return today's date in the user's time zone. */
export const getTodayInUserZone = (ctx: Ctx): string => getDay(ctx.now, ctx.actor.zone);

/** Read all certifications that the acting company may use: FSC before SFI, then by license. */
export async function readUsableCertifications(ctx: Ctx<CompanyActor>): Promise<ShownCertification[]> {
  const companyId = ctx.actor.company.id;
  const rows = await selectCertifications(ctx.read)
    .where(buildUsableByCondition(companyId))
    .orderBy(certification.certification_type_id, certification.license, certification.id);
  const elsewhere = await statedElsewhere(ctx, companyId);
  return rows.map((row) => {
    const certification = formatCertification(row, { companyId, today: getTodayInUserZone(ctx) });
    const same = certification.is_owned && elsewhere.has(licenseKey(certification.certification));
    return same
      ? { ...certification, warning: [certification.warning, ELSEWHERE].filter(Boolean).join(" ") }
      : certification;
  });
}

const ELSEWHERE = "Another company on Timbertally states this license too. Compare it with your certificate.";
const licenseKey = (c: { certification_type_id: number; license: string }) =>
  `${c.certification_type_id} ${c.license.trim().toLowerCase()}`;

/** Find this company's licenses that another company has also entered as its own; neither entry has been checked. */
async function statedElsewhere(ctx: Ctx<CompanyActor>, companyId: number): Promise<Set<string>> {
  const rows = await ctx.read
    .select({ certification_type_id: certification.certification_type_id, license: certification.license })
    .from(certification)
    .innerJoin(company, and(eq(company.id, certification.company_id), eq(company.is_deleted, false)))
    .where(
      sql`${certification.is_deleted} = 0 AND ${certification.company_id} <> ${companyId}
        AND lower(${certification.license}) IN
          (SELECT lower(o.license) FROM certification o WHERE o.company_id = ${companyId} AND o.is_deleted = 0)`,
    );
  return new Set(rows.map(licenseKey));
}

/**
 * Load the acting company's own certification for a change. Other certifications that the company may use can't be
 * edited.
 */
export async function requireOwnCertification(ctx: Ctx<CompanyActor>, id: number) {
  const companyId = ctx.actor.company.id;
  const [row] = await selectCertifications(ctx.read).where(
    and(eq(certification.id, id), buildUsableByCondition(companyId)),
  );
  if (!row) throw notFound("We couldn't find that certification, or you don't have access to it.");
  if (row.certification.company_id !== companyId)
    throw forbidden("Only the company that holds a certification can change it.");
  return {
    row: row.certification,
    shown: formatCertification(row, { companyId, today: getTodayInUserZone(ctx) }),
  };
}
