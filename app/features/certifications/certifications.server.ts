import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { certification, certificationType, companyCertification, productClaim } from "#db/schema";
import {
  ownCertification,
  readUsable,
  requireOwnCompany,
  type Shown,
} from "~/core/certifications/usable.server";
import { endOfDay, isFound, isOffered } from "~/domain/certifications/certifications";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging, partOf, wholeList } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { asRead, isUnchanged, revise } from "~/web/revise.server";
import { endRequests, withdrawUse } from "./membership.server";
import { certificationsOutput, certificationTypesOutput } from "./output";

const MOST_CHARACTERS = 60;
const id = z.number().int();
const typeInput = z.number("Certification type is required").int("Certification type is required");
const licenseInput = z
  .string("License is required")
  .trim()
  .min(1, "License is required")
  .max(MOST_CHARACTERS, `A license can be at most ${MOST_CHARACTERS} characters`);
/** A day; the certificate holds through it. */
const dayInput = z.iso.date("Enter a date like 2027-03-31");

/** The types that are offered, each with its product claims. */
export const listCertificationTypes = procedure({
  name: "listCertificationTypes",
  audience: "known",
  input: z.strictObject(wholeList),
  output: certificationTypesOutput,
  async run(ctx, input) {
    const [types, claims] = await Promise.all([
      ctx.read.select().from(certificationType).orderBy(certificationType.id),
      ctx.read.select().from(productClaim).orderBy(productClaim.id),
    ]);
    const { rows, meta } = partOf(types.filter(isOffered), input);
    const certification_types = rows.map((row) => ({
      certification_type: row,
      product_claims: claims
        .filter((claim) => claim.certification_type_id === row.id)
        .map(({ id, name }) => ({ id, name })),
    }));
    return { certification_types, meta };
  },
});

/** The same for the form of a new certification. */
export const newCertificationForm = procedure({
  name: "newCertificationForm",
  may: "certification.create",
  input: z.strictObject({}),
  run: (ctx) => listCertificationTypes.run(ctx, { take: -1, skip: 0 }),
});

/** What the acting company may use: its own certifications, and those of others in whose groups it is. */
export const listCompanyCertifications = procedure({
  name: "listCompanyCertifications",
  may: "certification.read",
  input: z.strictObject({ company_id: id, ...paging }),
  output: certificationsOutput,
  async run(ctx, input) {
    requireOwnCompany(ctx, input.company_id);
    const { rows, meta } = partOf(await readUsable(ctx), input);
    return { certifications: rows, meta };
  },
});

/** The same, found by license or product claim. */
export const searchCertifications = procedure({
  name: "searchCertifications",
  may: "certification.read",
  input: z.strictObject({ searchTerm: z.string().max(100).default(""), ...paging }),
  output: certificationsOutput,
  async run(ctx, input) {
    const all = await readUsable(ctx);
    const found = all.filter((one) => isFound(termsOf(one), input.searchTerm));
    const { rows, meta } = partOf(found, input);
    return { certifications: rows, meta };
  },
});

const termsOf = (one: Shown) => ({
  license: one.certification.license,
  claim: one.product_claim?.name ?? null,
});

export const getCertification = procedure({
  name: "getCertification",
  may: "certification.update",
  input: z.strictObject({ certification_id: id }),
  run: async (ctx, input) => (await ownCertification(ctx, input.certification_id)).shown,
});

/** Adds a certification of the acting company's own. */
export const addCertification = procedure({
  name: "addCertification",
  may: "certification.create",
  input: z.strictObject({
    company_id: id,
    certification_type_id: typeInput,
    license: licenseInput,
    product_claim_id: id.nullable().optional(),
    expires_at: dayInput.nullable().optional(),
  }),
  output: idOutput,
  async run(ctx, { company_id, ...input }) {
    requireOwnCompany(ctx, company_id);
    const values = await checked(ctx, input, null);
    const added = newest(certification);
    return ctx.commit(
      [
        mustHit(ctx.write.insert(certification).values({ company_id, ...values })),
        mustHit(sql`INSERT INTO ${companyCertification} (company_id, certification_id)
          SELECT ${company_id}, ${added}`),
      ],
      { id: added },
    );
  },
});

type Asked = {
  certification_type_id: number;
  license: string;
  product_claim_id?: number | null;
  expires_at?: string | null;
};

/**
 * Check the input and return it as stored; refused if the type or claim doesn't exist or the same entry is already
 * there.
 */
async function checked(ctx: Ctx<CompanyActor>, input: Asked, id: number | null) {
  const claimId = input.product_claim_id ?? null;
  const [type] = await ctx.read
    .select()
    .from(certificationType)
    .where(eq(certificationType.id, input.certification_type_id));
  if (!type || !isOffered(type))
    throw invalid({ certification_type_id: ["Choose one of the certification types."] });
  if (claimId !== null) {
    const [claim] = await ctx.read.select().from(productClaim).where(eq(productClaim.id, claimId));
    if (claim?.certification_type_id !== type.id)
      throw invalid({ product_claim_id: [`Choose a product claim of ${type.name}.`] });
  }
  const [same] = await ctx.read
    .select({ id: certification.id })
    .from(certification)
    .where(
      and(
        eq(certification.company_id, ctx.actor.company.id),
        eq(certification.is_deleted, false),
        eq(certification.certification_type_id, type.id),
        sql`lower(${certification.license}) = lower(${input.license})`,
        sql`${certification.product_claim_id} IS ${claimId}`,
        ...(id === null ? [] : [ne(certification.id, id)]),
      ),
    );
  if (same) throw invalid({ license: ["Your company already has this license with this product claim."] });
  return {
    certification_type_id: type.id,
    license: input.license,
    product_claim_id: claimId,
    expires_at: input.expires_at ? endOfDay(input.expires_at) : null,
  };
}

async function change(
  ctx: Ctx<CompanyActor>,
  certificationId: number,
  version: number,
  wanted: Partial<Asked>,
) {
  const { row, shown } = await ownCertification(ctx, certificationId);
  asRead(row, version, { ...shown.certification });
  const asked = { ...shown.certification, ...wanted };
  const values = await checked(ctx, asked, row.id);
  if (isUnchanged(row, values)) return ctx.commit([], { id: row.id });
  return ctx.commit([revise(ctx, certification, row, { ...values }, eq(certification.is_deleted, false))], {
    id: row.id,
  });
}

const changeable = {
  product_claim_id: id.nullable().optional(),
  expires_at: dayInput.nullable().optional(),
};

/** Changes what is named of a certification of one's own; null clears. Tickets keep the claim they travelled under. */
export const updateCertification = procedure({
  name: "updateCertification",
  may: "certification.update",
  input: z.strictObject({
    company_id: id,
    certification_id: id,
    version: id,
    certification_type_id: typeInput.optional(),
    license: licenseInput.optional(),
    ...changeable,
  }),
  output: idOutput,
  run(ctx, { company_id, certification_id, version, ...wanted }) {
    requireOwnCompany(ctx, company_id);
    return change(ctx, certification_id, version, wanted);
  },
});

/** The same by its form, which sends the whole of it. */
export const editCertification = procedure({
  name: "editCertification",
  may: "certification.update",
  input: z.strictObject({
    certification_id: id,
    version: id,
    certification_type_id: typeInput,
    license: licenseInput,
    ...changeable,
  }),
  run: (ctx, { certification_id, version, ...wanted }) => change(ctx, certification_id, version, wanted),
});

/**
 * Remove one of the company's own certifications: it's no longer offered, and its groups end with their memberships.
 * Tickets that traveled under it keep it.
 */
export const removeCertification = procedure({
  name: "removeCertification",
  may: "certification.delete",
  input: z.strictObject({ company_id: id, certification_id: id, version: id }),
  output: idOutput,
  async run(ctx, { company_id, certification_id, version }) {
    requireOwnCompany(ctx, company_id);
    const { row, shown } = await ownCertification(ctx, certification_id);
    asRead(row, version, { ...shown.certification });
    return ctx.commit(
      [
        revise(ctx, certification, row, { is_deleted: true }, eq(certification.is_deleted, false)),
        ...endRequests(ctx, sql`certification_id = ${row.id}`),
        mayMiss(sql`UPDATE certification_group SET is_deleted = 1, version = version + 1
          WHERE certification_id = ${row.id} AND is_deleted = 0`),
        mayMiss(withdrawUse(row.id)),
      ],
      { id: row.id },
    );
  },
});

/** What a confirm page says of the certification that is about to be removed. */
export const getCertificationToRemove = procedure({
  name: "getCertificationToRemove",
  may: "certification.delete",
  input: z.strictObject({ certification_id: id }),
  async run(ctx, input) {
    const { shown } = await ownCertification(ctx, input.certification_id);
    const [others] = await ctx.read
      .select({ n: sql<number>`count(*)` })
      .from(companyCertification)
      .where(
        and(
          eq(companyCertification.certification_id, input.certification_id),
          ne(companyCertification.company_id, ctx.actor.company.id),
        ),
      );
    return { ...shown, members: others?.n ?? 0 };
  },
});
