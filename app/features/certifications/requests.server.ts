import { and, eq, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import {
  certification,
  certificationGroup,
  certificationRequest,
  certificationType,
  company,
} from "#db/schema";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { mailAdmins } from "~/core/outbox/admins.server";
import { requestState } from "~/domain/certifications/certifications";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, missing, NO_FLAG, notNow } from "~/web/refusal";
import { isActiveGroup, selectGroups } from "./groups.server";
import { withdrawUse } from "./membership.server";
import { certificationRequestsOutput, groupsFoundOutput, requestAnsweredOutput } from "./output";

const id = z.number().int();
const ANSWERED = "This request was already answered.";

/** Whether the acting company asks of a group now, or is in it. */
const askedBy = (companyId: number) =>
  sql`EXISTS (SELECT 1 FROM certification_request r
    WHERE r.certification_group_id = ${certificationGroup.id} AND r.company_id = ${companyId}
      AND r.rejected_at IS NULL AND r.ended_at IS NULL)`;

/** Groups of other companies that the acting one can ask to work in. */
const others = (ctx: Ctx<CompanyActor>) =>
  and(
    isActiveGroup,
    eq(company.is_deleted, false),
    ne(certificationGroup.company_id, ctx.actor.company.id),
    sql`NOT ${askedBy(ctx.actor.company.id)}`,
  );

/** A group names its certification, so finding one to join also takes the flag to read certifications. */
function requireReading(ctx: Ctx<CompanyActor>) {
  if (!ctx.actor.permissions.certification.read) throw forbidden(NO_FLAG);
}

/** Finds groups of other companies to work in, by holder, group, license or product claim. */
export const searchCertificationGroups = procedure({
  name: "searchCertificationGroups",
  may: "certification.create",
  input: z.strictObject({ searchTerm: z.string().max(100).default(""), ...paging }),
  output: groupsFoundOutput,
  async run(ctx, { searchTerm, ...part }) {
    requireReading(ctx);
    const term = searchTerm.trim().toLowerCase();
    const has = (column: string) => sql`instr(lower(coalesce(${sql.raw(column)}, '')), ${term}) > 0`;
    const found = await selectGroups(ctx)
      .where(
        and(
          others(ctx),
          term
            ? or(
                has("company.name"),
                has("certification_group.name"),
                has("certification.license"),
                has("product_claim.name"),
              )
            : undefined,
        ),
      )
      .orderBy(company.name, certificationGroup.name, certificationGroup.id);
    const { rows, meta } = partOf(found, part);
    return { certification_groups: rows, meta };
  },
});

/** A group that the acting company can ask to work in, before it asks. */
export const getGroupToJoin = procedure({
  name: "getGroupToJoin",
  may: "certification.create",
  input: z.strictObject({ certification_group_id: id }),
  async run(ctx, input) {
    requireReading(ctx);
    const [row] = await selectGroups(ctx).where(
      and(eq(certificationGroup.id, input.certification_group_id), others(ctx)),
    );
    if (!row) throw missing("We couldn't find that group, or your company already asked to join it.");
    return row;
  },
});

/** Asks to work under another company's certificate, in one of its groups. */
export const requestCertification = procedure({
  name: "requestCertification",
  may: "certification.create",
  input: z.strictObject({ certification_group_id: id }),
  output: idOutput,
  async run(ctx, { certification_group_id: groupId }) {
    const me = ctx.actor.company.id;
    const [group] = await ctx.read
      .select({
        holder: certificationGroup.company_id,
        name: certificationGroup.name,
        asked: sql<number>`${askedBy(me)}`,
      })
      .from(certificationGroup)
      .innerJoin(certification, eq(certification.id, certificationGroup.certification_id))
      .where(and(eq(certificationGroup.id, groupId), isActiveGroup));
    if (!group) throw missing("That group no longer exists.");
    if (group.holder === me)
      throw notNow("This is your company's own group. You already use its certificate.");
    if (group.asked) throw notNow("Your company already asked, or is in this group.");
    return ctx.commit(
      [
        mustHit(sql`INSERT INTO certification_request (certification_group_id, company_id, creator_user_id, created_at)
          SELECT ${certificationGroup.id}, ${me}, ${ctx.actor.user?.id ?? null}, ${ctx.now.toISOString()}
            FROM ${certificationGroup} JOIN ${certification} ON ${certification.id} = ${certificationGroup.certification_id}
           WHERE ${certificationGroup.id} = ${groupId} AND ${isActiveGroup} AND NOT ${askedBy(me)}`),
        ...notify(ctx, {
          type: NOTICE.joinRequest,
          to: { company: group.holder, adminsOnly: true },
          title: `${ctx.actor.company.name} asks to join your group ${group.name}`,
          message: "Accept or reject the request.",
          path: "/company/certifications",
          group: `certification:${groupId}:${me}`,
        }),
        ...(await mailAdmins(ctx, group.holder, NOTICE.joinRequest, {
          subject: `${ctx.actor.company.name} asks to join your group ${group.name}`,
          text: `${ctx.actor.company.name} asks to work under your certificate, in the group ${group.name}. Accept or reject it:`,
          path: "/company/certifications",
          topic: `certification:${groupId}:${me}`,
        })),
      ],
      { id: newest(certificationRequest) },
    );
  },
});

/** The requests that the acting company has made, and those made of its groups, the newest first. */
export const listCertificationRequests = procedure({
  name: "listCertificationRequests",
  may: "certification.read",
  input: z.strictObject({ ...paging }),
  output: certificationRequestsOutput,
  async run(ctx, input) {
    const { rows, meta } = partOf(await readRequests(ctx), input);
    return { certification_requests: rows, meta };
  },
});

async function readRequests(ctx: Ctx<CompanyActor>, requestId?: number) {
  const me = ctx.actor.company.id;
  const rows = await ctx.read
    .select({
      certification_request: certificationRequest,
      company: { id: company.id, name: company.name },
      certification_group: { id: certificationGroup.id, name: certificationGroup.name },
      certification: { id: certification.id, license: certification.license },
      certification_type: { id: certificationType.id, name: certificationType.name },
      holder: {
        id: certificationGroup.company_id,
        name: sql<string>`(SELECT name FROM company h WHERE h.id = ${certificationGroup.company_id})`,
      },
    })
    .from(certificationRequest)
    .innerJoin(certificationGroup, eq(certificationGroup.id, certificationRequest.certification_group_id))
    .innerJoin(certification, eq(certification.id, certificationGroup.certification_id))
    .innerJoin(certificationType, eq(certificationType.id, certification.certification_type_id))
    .innerJoin(company, eq(company.id, certificationRequest.company_id))
    .where(
      and(
        or(eq(certificationRequest.company_id, me), eq(certificationGroup.company_id, me)),
        requestId === undefined ? undefined : eq(certificationRequest.id, requestId),
      ),
    )
    .orderBy(sql`${certificationRequest.id} DESC`);
  return rows.map(({ certification_request: { creator_user_id: _who, ...times }, ...row }) => ({
    certification_request: { ...times, state: requestState(times) },
    ...row,
  }));
}

/** A request that the acting company has made, or that was made of a group of its own. */
async function visibleRequest(ctx: Ctx<CompanyActor>, requestId: number) {
  const [row] = await readRequests(ctx, requestId);
  if (!row) throw missing("We couldn't find that request, or you don't have access to it.");
  return { ...row, is_holder: row.holder.id === ctx.actor.company.id };
}

export const getCertificationRequest = procedure({
  name: "getCertificationRequest",
  may: "certification.read",
  input: z.strictObject({ certification_request_id: id }),
  run: (ctx, input) => visibleRequest(ctx, input.certification_request_id),
});

async function answer(ctx: Ctx<CompanyActor>, requestId: number, isAccepted: boolean) {
  const found = await visibleRequest(ctx, requestId);
  if (!found.is_holder) throw forbidden("Only the company that holds the certificate can answer this.");
  if (found.certification_request.state !== "pending") throw notNow(ANSWERED);
  const now = ctx.now.toISOString();
  const column = sql.raw(isAccepted ? "accepted_at" : "rejected_at");
  return ctx.commit(
    [
      mustHit(sql`UPDATE certification_request SET ${column} = ${now}
        WHERE id = ${requestId} AND accepted_at IS NULL AND rejected_at IS NULL AND ended_at IS NULL`),
      ...(isAccepted
        ? [
            mayMiss(sql`INSERT OR IGNORE INTO company_certification (company_id, certification_id)
              VALUES (${found.company.id}, ${found.certification.id})`),
          ]
        : []),
    ],
    { id: requestId, is_accepted: isAccepted },
  );
}

/** Lets a company that asks work under the certificate, or refuses it. */
export const respondToCertificationRequest = procedure({
  name: "respondToCertificationRequest",
  may: "certification.update",
  input: z.strictObject({ certification_request_id: id, is_accepted: z.boolean() }),
  output: requestAnsweredOutput,
  run: (ctx, input) => answer(ctx, input.certification_request_id, input.is_accepted),
});

const one = z.strictObject({ certification_request_id: id });

/** The same by buttons, of which each says one thing. */
export const acceptCertificationRequest = procedure({
  name: "acceptCertificationRequest",
  may: "certification.update",
  input: one,
  run: (ctx, input) => answer(ctx, input.certification_request_id, true),
});
export const rejectCertificationRequest = procedure({
  name: "rejectCertificationRequest",
  may: "certification.update",
  input: one,
  run: (ctx, input) => answer(ctx, input.certification_request_id, false),
});

/**
 * End what a request began: the holder ends the membership, the member leaves, or the requester withdraws. The company
 * can no longer use the certificate unless another of its groups holds it; tickets that carry it keep it.
 */
export const endCertificationRequest = procedure({
  name: "endCertificationRequest",
  may: "certification.delete",
  input: one,
  output: idOutput,
  async run(ctx, { certification_request_id: requestId }) {
    const found = await visibleRequest(ctx, requestId);
    const { state } = found.certification_request;
    if (state === "pending" && found.is_holder) throw notNow("Accept or reject this request first.");
    if (state !== "pending" && state !== "member") throw notNow("This already ended.");
    return ctx.commit(
      [
        mustHit(sql`UPDATE certification_request SET ended_at = ${ctx.now.toISOString()}
          WHERE id = ${requestId} AND rejected_at IS NULL AND ended_at IS NULL
            AND accepted_at IS ${found.certification_request.accepted_at}`),
        mayMiss(withdrawUse(found.certification.id)),
      ],
      { id: requestId },
    );
  },
});
