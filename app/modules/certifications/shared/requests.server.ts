import { and, eq, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import {
  certification,
  certificationGroup,
  certificationRequest,
  certificationType,
  company,
} from "#db/schema";
import { buildAdminMailSteps } from "~/lib/mail/admins.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, notFound, PERMISSION_MISSING_MESSAGE, unprocessable } from "~/web/refusal";
import { activeGroupCondition, selectCertificationGroups } from "../data/groups.server";
import { buildRevokeUnentitledUseSql } from "../data/membership.server";
import { getRequestState } from "../rules/certifications";
import { answeredRequestOutput, certificationRequestsOutput, groupSearchOutput } from "../rules/output";

const id = z.number().int();
const ANSWERED = "This request was already answered.";

/** Build the SQL condition that the acting company has an open request to a group, or is a member of it. */
const askedBy = (companyId: number) =>
  sql`EXISTS (SELECT 1 FROM certification_request r
    WHERE r.certification_group_id = ${certificationGroup.id} AND r.company_id = ${companyId}
      AND r.rejected_at IS NULL AND r.ended_at IS NULL)`;

/** Build the SQL condition for groups of other companies that the acting company can request to join. */
const others = (ctx: Ctx<CompanyActor>) =>
  and(
    activeGroupCondition,
    eq(company.is_deleted, false),
    ne(certificationGroup.company_id, ctx.actor.company.id),
    sql`NOT ${askedBy(ctx.actor.company.id)}`,
  );

/** Require permission to read certifications, because each group found by the search shows its certification. */
function requireReading(ctx: Ctx<CompanyActor>) {
  if (!ctx.actor.permissions.certification.read) throw forbidden(PERMISSION_MISSING_MESSAGE);
}

/** Search for groups of other companies to join, by holder, group, license or product claim. */
export const searchCertificationGroups = procedure({
  name: "searchCertificationGroups",
  may: "certification.create",
  input: z.strictObject({ searchTerm: z.string().max(100).default(""), ...pagingParams }),
  output: groupSearchOutput,
  async run(ctx, { searchTerm, ...part }) {
    requireReading(ctx);
    const term = searchTerm.trim().toLowerCase();
    const has = (column: string) => sql`instr(lower(coalesce(${sql.raw(column)}, '')), ${term}) > 0`;
    const results = await selectCertificationGroups(ctx)
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
    const { rows, meta } = slicePage(results, part);
    return { certification_groups: rows, meta };
  },
});

/** Return a group for the page on which the acting company requests to join it. */
export const getGroupToJoin = procedure({
  name: "getGroupToJoin",
  may: "certification.create",
  input: z.strictObject({ certification_group_id: id }),
  async run(ctx, input) {
    requireReading(ctx);
    const [row] = await selectCertificationGroups(ctx).where(
      and(eq(certificationGroup.id, input.certification_group_id), others(ctx)),
    );
    if (!row) throw notFound("We couldn't find that group, or your company already asked to join it.");
    return row;
  },
});

/** Request to join a group, in order to work under its holder's certificate. */
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
      .where(and(eq(certificationGroup.id, groupId), activeGroupCondition));
    if (!group) throw notFound("That group no longer exists.");
    if (group.holder === me)
      throw unprocessable("This is your company's own group. You already use its certificate.");
    if (group.asked) throw unprocessable("Your company already asked, or is in this group.");
    return ctx.commit(
      [
        expectOneRow(sql`INSERT INTO certification_request (certification_group_id, company_id, creator_user_id, created_at)
          SELECT ${certificationGroup.id}, ${me}, ${ctx.actor.user?.id ?? null}, ${ctx.now.toISOString()}
            FROM ${certificationGroup} JOIN ${certification} ON ${certification.id} = ${certificationGroup.certification_id}
           WHERE ${certificationGroup.id} = ${groupId} AND ${activeGroupCondition} AND NOT ${askedBy(me)}`),
        ...buildNotificationSteps(ctx, {
          type: NOTIFICATION.joinRequest,
          to: { company: group.holder, adminsOnly: true },
          title: `${ctx.actor.company.name} asks to join your group ${group.name}`,
          message: "Accept or reject the request.",
          path: "/company/certifications",
          group: `certification:${groupId}:${me}`,
        }),
        ...(await buildAdminMailSteps(ctx, group.holder, NOTIFICATION.joinRequest, {
          subject: `${ctx.actor.company.name} asks to join your group ${group.name}`,
          text: `${ctx.actor.company.name} asks to work under your certificate, in the group ${group.name}. Accept or reject it:`,
          path: "/company/certifications",
          topic: `certification:${groupId}:${me}`,
        })),
      ],
      { id: selectInsertedId(certificationRequest) },
    );
  },
});

/** List the requests that the acting company sent and those that its groups received, newest first. */
export const listCertificationRequests = procedure({
  name: "listCertificationRequests",
  may: "certification.read",
  input: z.strictObject({ ...pagingParams }),
  output: certificationRequestsOutput,
  async run(ctx, input) {
    const { rows, meta } = slicePage(await readRequests(ctx), input);
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
    certification_request: { ...times, state: getRequestState(times) },
    ...row,
  }));
}

/** Return a request that the acting company sent or that one of its groups received; otherwise 404. */
async function visibleRequest(ctx: Ctx<CompanyActor>, requestId: number) {
  const [row] = await readRequests(ctx, requestId);
  if (!row) throw notFound("We couldn't find that request, or you don't have access to it.");
  return { ...row, is_holder: row.holder.id === ctx.actor.company.id };
}

export const getCertificationRequest = procedure({
  name: "getCertificationRequest",
  may: "certification.read",
  input: z.strictObject({ certification_request_id: id }),
  run: (ctx, input) => visibleRequest(ctx, input.certification_request_id),
});

async function answer(ctx: Ctx<CompanyActor>, requestId: number, isAccepted: boolean) {
  const match = await visibleRequest(ctx, requestId);
  if (!match.is_holder) throw forbidden("Only the company that holds the certificate can answer this.");
  if (match.certification_request.state !== "pending") throw unprocessable(ANSWERED);
  const now = ctx.now.toISOString();
  const column = sql.raw(isAccepted ? "accepted_at" : "rejected_at");
  return ctx.commit(
    [
      expectOneRow(sql`UPDATE certification_request SET ${column} = ${now}
        WHERE id = ${requestId} AND accepted_at IS NULL AND rejected_at IS NULL AND ended_at IS NULL`),
      ...(isAccepted
        ? [
            allowAnyRows(sql`INSERT OR IGNORE INTO company_certification (company_id, certification_id)
              VALUES (${match.company.id}, ${match.certification.id})`),
          ]
        : []),
    ],
    { id: requestId, is_accepted: isAccepted },
  );
}

/** Accept or decline a company's request to work under the certificate. */
export const respondToCertificationRequest = procedure({
  name: "respondToCertificationRequest",
  may: "certification.update",
  input: z.strictObject({ certification_request_id: id, is_accepted: z.boolean() }),
  output: answeredRequestOutput,
  run: (ctx, input) => answer(ctx, input.certification_request_id, input.is_accepted),
});

const zodObject = z.strictObject({ certification_request_id: id });

/** Accept a request from its button, which sends only the request's id. */
export const acceptCertificationRequest = procedure({
  name: "acceptCertificationRequest",
  may: "certification.update",
  input: zodObject,
  run: (ctx, input) => answer(ctx, input.certification_request_id, true),
});
export const rejectCertificationRequest = procedure({
  name: "rejectCertificationRequest",
  may: "certification.update",
  input: zodObject,
  run: (ctx, input) => answer(ctx, input.certification_request_id, false),
});

/**
 * End a membership or a pending request: the holder removes the member, the member leaves, or the requester withdraws.
 * The company can then no longer use the certificate unless it is in another of its groups; tickets that have it retain
 * it.
 */
export const endCertificationRequest = procedure({
  name: "endCertificationRequest",
  may: "certification.delete",
  input: zodObject,
  output: idOutput,
  async run(ctx, { certification_request_id: requestId }) {
    const match = await visibleRequest(ctx, requestId);
    const { state } = match.certification_request;
    if (state === "pending" && match.is_holder) throw unprocessable("Accept or reject this request first.");
    if (state !== "pending" && state !== "member") throw unprocessable("This already ended.");
    return ctx.commit(
      [
        expectOneRow(sql`UPDATE certification_request SET ended_at = ${ctx.now.toISOString()}
          WHERE id = ${requestId} AND rejected_at IS NULL AND ended_at IS NULL
            AND accepted_at IS ${match.certification_request.accepted_at}`),
        allowAnyRows(buildRevokeUnentitledUseSql(match.certification.id)),
      ],
      { id: requestId },
    );
  },
});
