import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  certification,
  certificationGroup,
  certificationRequest,
  certificationType,
  company,
  productClaim,
} from "#db/schema";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, notFound } from "~/web/refusal";
import { requireVersion } from "~/web/revise.server";
import { certificationGroupsOutput, groupMembersOutput } from "../rules/output";
import { buildOwnedByCondition, readUsableCertifications } from "../shared/usable.server";
import { buildCloseGroupRequestsSteps, buildRevokeUnentitledUseSql } from "./membership.server";

const id = z.number().int();
const nameInput = z
  .string("Group name is required")
  .trim()
  .min(1, "Group name is required")
  .max(80, "A group name can be at most 80 characters");

const counted = (condition: string) =>
  sql<number>`(SELECT count(*) FROM certification_request r
    WHERE r.certification_group_id = ${certificationGroup.id} AND r.rejected_at IS NULL AND r.ended_at IS NULL
      AND ${sql.raw(condition)})`;

/** Query groups with their certifications; `company` is the certification's holder. */
export const selectCertificationGroups = (ctx: Ctx) =>
  ctx.read
    .select({
      certification_group: {
        id: certificationGroup.id,
        name: certificationGroup.name,
        version: certificationGroup.version,
      },
      certification: { id: certification.id, license: certification.license },
      certification_type: { id: certificationType.id, name: certificationType.name },
      product_claim: { id: productClaim.id, name: productClaim.name },
      company: { id: company.id, name: company.name },
    })
    .from(certificationGroup)
    .innerJoin(certification, eq(certification.id, certificationGroup.certification_id))
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .innerJoin(company, eq(company.id, certificationGroup.company_id))
    .leftJoin(productClaim, eq(productClaim.id, certification.product_claim_id));

/** SQL condition for a group that isn't deleted and whose certification still exists and belongs to the same company. */
export const activeGroupCondition = and(
  eq(certificationGroup.is_deleted, false),
  eq(certification.is_deleted, false),
  eq(certificationGroup.company_id, certification.company_id),
);

/** List the acting company's groups, with the numbers of members and of pending requests. */
export const listCertificationGroups = procedure({
  name: "listCertificationGroups",
  may: "certification.read",
  input: z.strictObject({ ...pagingParams }),
  output: certificationGroupsOutput,
  async run(ctx, input) {
    const all = await ctx.read
      .select({
        certification_group: {
          id: certificationGroup.id,
          name: certificationGroup.name,
          version: certificationGroup.version,
        },
        certification: { id: certification.id, license: certification.license },
        member_count: counted("r.accepted_at IS NOT NULL"),
        pending_count: counted("r.accepted_at IS NULL"),
      })
      .from(certificationGroup)
      .innerJoin(certification, eq(certification.id, certificationGroup.certification_id))
      .where(and(eq(certificationGroup.company_id, ctx.actor.company.id), activeGroupCondition))
      .orderBy(certificationGroup.name, certificationGroup.id);
    const { rows, meta } = slicePage(all, input);
    return { certification_groups: rows, meta };
  },
});

/** Return one of the acting company's groups; otherwise 404. */
async function ownGroup(ctx: Ctx<CompanyActor>, groupId: number) {
  const [row] = await selectCertificationGroups(ctx).where(
    and(
      eq(certificationGroup.id, groupId),
      eq(certificationGroup.company_id, ctx.actor.company.id),
      activeGroupCondition,
    ),
  );
  if (!row) throw notFound("We couldn't find that group, or you don't have access to it.");
  return row;
}

export const getCertificationGroup = procedure({
  name: "getCertificationGroup",
  may: "certification.read",
  input: z.strictObject({ certification_group_id: id }),
  async run(ctx, input) {
    const group = await ownGroup(ctx, input.certification_group_id);
    return { ...group, members: await readMembers(ctx, group.certification_group.id) };
  },
});

/** Read the members and applicants of a group, pending ones first. */
const readMembers = (ctx: Ctx, groupId: number) =>
  ctx.read
    .select({
      certification_request: {
        id: certificationRequest.id,
        created_at: certificationRequest.created_at,
        accepted_at: certificationRequest.accepted_at,
      },
      company: { id: company.id, name: company.name, city: company.city },
    })
    .from(certificationRequest)
    .innerJoin(company, eq(company.id, certificationRequest.company_id))
    .where(
      and(
        eq(certificationRequest.certification_group_id, groupId),
        sql`${certificationRequest.rejected_at} IS NULL AND ${certificationRequest.ended_at} IS NULL`,
      ),
    )
    .orderBy(sql`${certificationRequest.accepted_at} IS NOT NULL`, company.name);

export const listCertificationGroupMembers = procedure({
  name: "listCertificationGroupMembers",
  may: "certification.read",
  input: z.strictObject({ certification_group_id: id, ...pagingParams }),
  output: groupMembersOutput,
  async run(ctx, { certification_group_id, ...part }) {
    const group = await ownGroup(ctx, certification_group_id);
    const all = await readMembers(ctx, group.certification_group.id);
    const { rows, meta } = slicePage(
      all.filter((m) => m.certification_request.accepted_at),
      part,
    );
    return { members: rows, meta };
  },
});

/** List the certifications under which the acting company can create a group: its own. */
export const getNewGroupForm = procedure({
  name: "getNewGroupForm",
  may: "certification.create",
  input: z.strictObject({}),
  run: async (ctx) => ({
    certifications: ctx.actor.permissions.certification.read
      ? (await readUsableCertifications(ctx)).filter((item) => item.is_owned)
      : [],
  }),
});

/** Create a group under one of the company's own certifications. */
export const createCertificationGroup = procedure({
  name: "createCertificationGroup",
  may: "certification.create",
  input: z.strictObject({ certification_id: id, name: nameInput }),
  output: idOutput,
  async run(ctx, input) {
    const companyId = ctx.actor.company.id;
    const [held] = await ctx.read
      .select({ id: certification.id })
      .from(certification)
      .where(and(eq(certification.id, input.certification_id), buildOwnedByCondition(companyId)));
    if (!held) throw invalid({ certification_id: ["Choose one of your company's certifications."] });
    return ctx.commit(
      [
        expectOneRow(sql`INSERT INTO certification_group (certification_id, company_id, name, created_at)
          SELECT id, company_id, ${input.name}, ${ctx.now.toISOString()} FROM certification
           WHERE id = ${held.id} AND company_id = ${companyId} AND is_deleted = 0`),
      ],
      { id: selectInsertedId(certificationGroup) },
    );
  },
});

/** Rename one of the company's own groups. */
export const renameCertificationGroup = procedure({
  name: "renameCertificationGroup",
  may: "certification.update",
  input: z.strictObject({ certification_group_id: id, version: id, name: nameInput }),
  output: idOutput,
  async run(ctx, { certification_group_id, version, name }) {
    const { certification_group: group } = await ownGroup(ctx, certification_group_id);
    requireVersion(group, version, { ...group });
    if (group.name === name) return ctx.commit([], { id: group.id });
    return ctx.commit(
      [expectOneRow(ctx.write.update(certificationGroup).set({ name, version }).where(at(group)))],
      { id: group.id },
    );
  },
});

/** SQL condition that a group still has the version that the user read. */
const at = (group: { id: number; version: number }) =>
  and(
    eq(certificationGroup.id, group.id),
    eq(certificationGroup.version, group.version),
    eq(certificationGroup.is_deleted, false),
  );

/** End a group: its members lose the certification, and pending requests are declined. */
export const endCertificationGroup = procedure({
  name: "endCertificationGroup",
  may: "certification.delete",
  input: z.strictObject({ certification_group_id: id, version: id }),
  output: idOutput,
  async run(ctx, { certification_group_id, version }) {
    const row = await ownGroup(ctx, certification_group_id);
    const group = row.certification_group;
    requireVersion(group, version, { ...group });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.update(certificationGroup).set({ is_deleted: true, version }).where(at(group)),
        ),
        ...buildCloseGroupRequestsSteps(ctx, sql`id = ${group.id}`),
        allowAnyRows(buildRevokeUnentitledUseSql(row.certification.id)),
      ],
      { id: group.id },
    );
  },
});
