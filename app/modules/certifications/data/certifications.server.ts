import { and, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { certification, certificationType, companyCertification, productClaim } from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { fullListParams, pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid } from "~/web/refusal";
import { isUnchanged, requireVersion, updateWithVersion } from "~/web/revise.server";
import { isSelectableType, matchesCertificationSearch, toEndOfDay } from "../rules/certifications";
import { certificationsOutput, certificationTypesOutput } from "../rules/output";
import {
  readUsableCertifications,
  requireOwnCertification,
  requireOwnCompany,
  type ShownCertification,
} from "../shared/usable.server";
import { buildCloseGroupRequestsSteps, buildRevokeUnentitledUseSql } from "./membership.server";

const MAX_CHARACTERS = 60;
const id = z.number().int();
const typeInput = z.number("Certification type is required").int("Certification type is required");
const licenseInput = z
  .string("License is required")
  .trim()
  .min(1, "License is required")
  .max(MAX_CHARACTERS, `A license can be at most ${MAX_CHARACTERS} characters`);
/** Expiration date; the certificate is valid through the end of that day. */
const dayInput = z.iso.date("Enter a date like 2027-03-31");

/** List the offered certification types, each with its product claims. */
export const listCertificationTypes = procedure({
  name: "listCertificationTypes",
  audience: "known",
  input: z.strictObject(fullListParams),
  output: certificationTypesOutput,
  async run(ctx, input) {
    const [types, claims] = await Promise.all([
      ctx.read.select().from(certificationType).orderBy(certificationType.id),
      ctx.read.select().from(productClaim).orderBy(productClaim.id),
    ]);
    const { rows, meta } = slicePage(types.filter(isSelectableType), input);
    const certification_types = rows.map((row) => ({
      certification_type: row,
      product_claims: claims
        .filter((claim) => claim.certification_type_id === row.id)
        .map(({ id, name }) => ({ id, name })),
    }));
    return { certification_types, meta };
  },
});

/** Return the offered certification types for the form to add a certification. */
export const getNewCertificationForm = procedure({
  name: "getNewCertificationForm",
  may: "certification.create",
  input: z.strictObject({}),
  run: (ctx) => listCertificationTypes.run(ctx, { take: -1, skip: 0 }),
});

/** List the certifications that the acting company may use: its own, and those whose groups it belongs to. */
export const listCompanyCertifications = procedure({
  name: "listCompanyCertifications",
  may: "certification.read",
  input: z.strictObject({ company_id: id, ...pagingParams }),
  output: certificationsOutput,
  async run(ctx, input) {
    requireOwnCompany(ctx, input.company_id);
    const { rows, meta } = slicePage(await readUsableCertifications(ctx), input);
    return { certifications: rows, meta };
  },
});

/** Search the certifications that the acting company may use, by license or product claim. */
export const searchCertifications = procedure({
  name: "searchCertifications",
  may: "certification.read",
  input: z.strictObject({ searchTerm: z.string().max(100).default(""), ...pagingParams }),
  output: certificationsOutput,
  async run(ctx, input) {
    const all = await readUsableCertifications(ctx);
    const matches = all.filter((item) => matchesCertificationSearch(termsOf(item), input.searchTerm));
    const { rows, meta } = slicePage(matches, input);
    return { certifications: rows, meta };
  },
});

const termsOf = (item: ShownCertification) => ({
  license: item.certification.license,
  claim: item.product_claim?.name ?? null,
});

export const getCertification = procedure({
  name: "getCertification",
  may: "certification.update",
  input: z.strictObject({ certification_id: id }),
  run: async (ctx, input) => (await requireOwnCertification(ctx, input.certification_id)).shown,
});

/** Add a certification to the acting company. */
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
    const added = selectInsertedId(certification);
    return ctx.commit(
      [
        expectOneRow(ctx.write.insert(certification).values({ company_id, ...values })),
        expectOneRow(sql`INSERT INTO ${companyCertification} (company_id, certification_id)
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
 * Validate the input and convert it to stored values. Refused if the type or claim doesn't exist, or the company
 * already has the same certification.
 */
async function checked(ctx: Ctx<CompanyActor>, input: Asked, id: number | null) {
  const claimId = input.product_claim_id ?? null;
  const [type] = await ctx.read
    .select()
    .from(certificationType)
    .where(eq(certificationType.id, input.certification_type_id));
  if (!type || !isSelectableType(type))
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
    expires_at: input.expires_at ? toEndOfDay(input.expires_at) : null,
  };
}

async function change(
  ctx: Ctx<CompanyActor>,
  certificationId: number,
  version: number,
  expected: Partial<Asked>,
) {
  const { row, shown } = await requireOwnCertification(ctx, certificationId);
  requireVersion(row, version, { ...shown.certification });
  const query = { ...shown.certification, ...expected };
  const values = await checked(ctx, query, row.id);
  if (isUnchanged(row, values)) return ctx.commit([], { id: row.id });
  return ctx.commit(
    [updateWithVersion(ctx, certification, row, { ...values }, eq(certification.is_deleted, false))],
    {
      id: row.id,
    },
  );
}

const changeable = {
  product_claim_id: id.nullable().optional(),
  expires_at: dayInput.nullable().optional(),
};

/**
 * Change the sent fields of the company's own certification; null clears a field. Tickets retain the claim with which
 * they were delivered.
 */
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

/** Change the company's own certification from its form, which sends all fields. */
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
 * Remove one of the company's own certifications: it is no longer offered, and its groups and their memberships end.
 * Tickets delivered under it retain it.
 */
export const removeCertification = procedure({
  name: "removeCertification",
  may: "certification.delete",
  input: z.strictObject({ company_id: id, certification_id: id, version: id }),
  output: idOutput,
  async run(ctx, { company_id, certification_id, version }) {
    requireOwnCompany(ctx, company_id);
    const { row, shown } = await requireOwnCertification(ctx, certification_id);
    requireVersion(row, version, { ...shown.certification });
    return ctx.commit(
      [
        updateWithVersion(ctx, certification, row, { is_deleted: true }, eq(certification.is_deleted, false)),
        ...buildCloseGroupRequestsSteps(ctx, sql`certification_id = ${row.id}`),
        allowAnyRows(sql`UPDATE certification_group SET is_deleted = 1, version = version + 1
          WHERE certification_id = ${row.id} AND is_deleted = 0`),
        allowAnyRows(buildRevokeUnentitledUseSql(row.id)),
      ],
      { id: row.id },
    );
  },
});

/** Return the data of the page that confirms removing a certification. */
export const getCertificationToRemove = procedure({
  name: "getCertificationToRemove",
  may: "certification.delete",
  input: z.strictObject({ certification_id: id }),
  async run(ctx, input) {
    const { shown } = await requireOwnCertification(ctx, input.certification_id);
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
