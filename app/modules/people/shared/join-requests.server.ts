import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type RowId, selectInsertedId } from "#db/inserted-id";
import { isInLiveCrew } from "#db/live-crew.server";
import { company, crew, crewMember, crewMemberRequest, session, user } from "#db/schema";
import { readAdminEmails } from "~/lib/mail/admins.server";
import { buildMailSteps } from "~/lib/mail/write.server";
import { formatFullName } from "~/lib/text/text";
import { formatInstant } from "~/lib/time/time";
import { readCompanyCards } from "~/modules/companies/shared/company-cards.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { buildNotificationSteps } from "~/modules/notifications/shared/notify.server";
import type { CompanyActor } from "~/web/actor";
import { requirePermission } from "~/web/admin";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, notFound, unprocessable } from "~/web/refusal";
import { requireAssignableCrews } from "../data/assignable-crews.server";
import { crewIdsField, employeeFields } from "../rules/employee";
import { joinRequestOutput } from "../rules/output";
import { buildJoinCrewStep, readCrews, requireEmployerCompany } from "./employee-steps.server";
import { chooseCrews, readAssignableWork, readCrewsWithHints } from "./work-crews.server";

const ADMINS_ONLY = "Only an admin, or a crew that an admin gave this permission, can answer join requests.";
/** Maximum number of open requests: enough for a person unsure which company is theirs; more suggests abuse. */
const MAX_OPEN = 10;

const pending = and(isNull(crewMemberRequest.accepted_at), isNull(crewMemberRequest.rejected_at));

/** Request to join a company that has people who can answer the request. */
export const requestToJoin = procedure({
  name: "askToJoin",
  audience: "user",
  input: z.strictObject({ company_id: z.number("Choose a company").int() }),
  output: joinRequestOutput,
  async run(ctx, { company_id }) {
    const me = ctx.actor.user;
    const [found] = await readCompanyCards(ctx, eq(company.id, company_id), 1);
    if (!me || !found) throw notFound("We couldn't find that company.");
    if (ctx.actor.companies.some((c) => c.id === company_id))
      throw unprocessable(`You already belong to ${found.name}.`);
    const [admin] = await ctx.read
      .select({ id: crewMember.user_id })
      .from(crewMember)
      .innerJoin(crew, and(isInLiveCrew, eq(crew.is_primary, true)))
      .where(eq(crew.company_id, company_id))
      .limit(1);
    if (!admin) throw unprocessable(`No one at ${found.name} can accept you yet.`);
    const open = await ctx.read
      .select({ company_id: crewMemberRequest.company_id })
      .from(crewMemberRequest)
      .where(and(eq(crewMemberRequest.user_id, me.id), pending));
    if (open.some((r) => r.company_id === company_id))
      throw unprocessable(`You already asked ${found.name}. Its admins can accept you.`);
    if (open.length >= MAX_OPEN)
      throw unprocessable("You've asked several companies. Wait for an answer first.");
    const who = formatFullName(me);
    const emails = await readAdminEmails(ctx, company_id, NOTIFICATION.joinRequest);
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .insert(crewMemberRequest)
            .values({ company_id, user_id: me.id, created_at: ctx.now.toISOString() }),
        ),
        ...emails.flatMap((to) =>
          buildMailSteps(ctx, {
            to,
            subject: `${who} asked to join ${found.name}`,
            text: `${who} asked to join ${found.name} on Timbertally. Accept or reject the request:`,
            path: "/company/people",
            topic: `join:${company_id}:${me.id}`,
          }),
        ),
        ...buildNotificationSteps(ctx, {
          type: NOTIFICATION.joinRequest,
          to: { company: company_id, adminsOnly: true },
          title: `${who} asked to join ${found.name}`,
          message: "Accept or reject the request.",
          path: "/company/people",
          group: `join:${company_id}:${me.id}`,
        }),
      ],
      { request_id: selectInsertedId(crewMemberRequest) },
    );
  },
});

/** List the companies that haven't answered the person's request to join. */
export const listOwnRequests = procedure({
  name: "listOwnRequests",
  audience: "user",
  input: z.strictObject({}),
  run: (ctx) =>
    ctx.read
      .select({ request_id: crewMemberRequest.id, company_id: company.id, name: company.name })
      .from(crewMemberRequest)
      .innerJoin(company, eq(company.id, crewMemberRequest.company_id))
      .where(and(eq(crewMemberRequest.user_id, ctx.actor.user?.id ?? 0), pending))
      .orderBy(crewMemberRequest.id),
});

/** Withdraw an unanswered request: the company's admins no longer see it. */
export const withdrawJoinRequest = procedure({
  name: "withdrawJoinRequest",
  audience: "user",
  input: z.strictObject({ request_id: z.number().int() }),
  async run(ctx, { request_id }) {
    const mine = and(
      eq(crewMemberRequest.id, request_id),
      eq(crewMemberRequest.user_id, ctx.actor.user?.id ?? 0),
      pending,
    );
    const [row] = await ctx.read.select({ id: crewMemberRequest.id }).from(crewMemberRequest).where(mine);
    if (!row) throw notFound("This request was already answered or withdrawn.");
    return ctx.commit([expectOneRow(ctx.write.delete(crewMemberRequest).where(mine))], { request_id });
  },
});

/** Number of unanswered requests to join a company, for the badge on every page. */
export const countJoinRequestsSql = sql<number>`(SELECT count(*) FROM ${crewMemberRequest}
  WHERE ${crewMemberRequest.company_id} = ${sql.placeholder("company")} AND ${pending})`;

/** Read the unanswered requests to join the acting company. */
export async function readPendingRequests(ctx: Ctx<CompanyActor>) {
  const rows = await ctx.read
    .select({
      id: crewMemberRequest.id,
      created_at: crewMemberRequest.created_at,
      user_id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      email_verified_at: user.email_verified_at,
    })
    .from(crewMemberRequest)
    .innerJoin(user, eq(user.id, crewMemberRequest.user_id))
    .where(and(eq(crewMemberRequest.company_id, ctx.actor.company.id), pending))
    .orderBy(crewMemberRequest.id);
  return rows.map((r) => ({
    ...r,
    name: formatFullName(r),
    asked: { at: r.created_at, text: formatInstant(r.created_at, ctx.actor.zone, ctx.now) },
  }));
}

const named = { company_id: z.number().int().optional(), request_id: z.number().int() };

async function requestOf(ctx: Ctx<CompanyActor>, input: { company_id?: number; request_id: number }) {
  requireEmployerCompany(ctx, input.company_id);
  requirePermission(ctx.actor, "crew_member.create", ADMINS_ONLY);
  const match = (await readPendingRequests(ctx)).find((r) => r.id === input.request_id);
  if (!match) throw notFound("This request was already answered or no longer exists.");
  return match;
}

/** Read a request to join, for the person who will answer it. */
export const getJoinRequest = procedure({
  name: "getJoinRequest",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const request = await requestOf(ctx, input);
    return { request, works: await readAssignableWork(ctx), crews: await readCrewsWithHints(ctx) };
  },
});

/** Accept a person into the chosen crews, or reject the person. */
export const answerJoinRequest = procedure({
  name: "answerJoinRequest",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({ ...named, is_accepted: z.boolean(), crew_ids: crewIdsField.optional() }),
  output: joinRequestOutput,
  run: (ctx, input) => answer(ctx, input),
});

/** Accept a request, from the form in the panel. */
export const acceptJoinRequest = procedure({
  name: "acceptJoinRequest",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    ...named,
    is_admin: employeeFields.is_admin,
    work: employeeFields.work,
    crew_ids: crewIdsField.default([]),
  }),
  async run(ctx, { is_admin, work, crew_ids, ...input }) {
    const request = await requestOf(ctx, input);
    const { into, steps } = await chooseCrews(ctx, [{ is_admin, work, crew_ids }]);
    return respond(ctx, request, into[0] ?? [], steps);
  },
});

/** Reject a request, from the button in the list. */
export const rejectJoinRequest = procedure({
  name: "rejectJoinRequest",
  may: "crew_member.create",
  input: z.strictObject(named),
  run: (ctx, input) => answer(ctx, { ...input, is_accepted: false }),
});

type Answer = { company_id?: number; request_id: number; is_accepted: boolean; crew_ids?: number[] };

async function answer(ctx: Ctx<CompanyActor>, input: Answer) {
  const request = await requestOf(ctx, input);
  const ids = input.is_accepted ? [...new Set(input.crew_ids ?? [])] : [];
  const own = await readCrews(ctx, ctx.actor.company.id);
  if (input.is_accepted && (ids.length === 0 || ids.some((id) => !own.some((c) => c.id === id))))
    throw invalid({ crew_ids: ["Choose Admin or a crew"] });
  if (!input.is_accepted) return respond(ctx, request, null);
  await requireAssignableCrews(ctx, ids);
  return respond(ctx, request, ids);
}

/** Make a person's only company the active one, in their current sessions at once and at the next sign-in. */
const startSteps = (ctx: Ctx<CompanyActor>, companyId: number, userId: number): Step[] => {
  const isOnly = sql`NOT EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = ${userId} AND c.is_deleted = 0 AND c.company_id <> ${companyId})`;
  return [
    allowAnyRows(
      ctx.write
        .update(session)
        .set({ active_company_id: companyId })
        .where(and(eq(session.user_id, userId), isNull(session.active_company_id), isOnly)),
    ),
  ];
};

/** Accept a person into crews, or reject the person if `into` is null. `steps` run first, since they may add a crew. */
async function respond(
  ctx: Ctx<CompanyActor>,
  request: Awaited<ReturnType<typeof requestOf>>,
  into: readonly RowId[] | null,
  steps: readonly Step[] = [],
) {
  const me = ctx.actor.company;
  const timestamp = ctx.now.toISOString();
  const responder_user_id = ctx.actor.user?.id ?? null;
  const members = await ctx.read
    .select({ crew_id: crewMember.crew_id })
    .from(crewMember)
    .innerJoin(crew, isInLiveCrew)
    .where(and(eq(crew.company_id, me.id), eq(crewMember.user_id, request.user_id)));
  const joins = (into ?? []).filter((id) => !members.some((m) => m.crew_id === id));
  return ctx.commit(
    [
      ...steps,
      expectOneRow(
        ctx.write
          .update(crewMemberRequest)
          .set({ ...(into ? { accepted_at: timestamp } : { rejected_at: timestamp }), responder_user_id })
          .where(and(eq(crewMemberRequest.id, request.id), pending)),
      ),
      ...joins.map((id) => buildJoinCrewStep(ctx, me.id, id, request.user_id)),
      ...(into ? startSteps(ctx, me.id, request.user_id) : []),
      ...(into && request.email
        ? buildMailSteps(ctx, {
            to: request.email,
            subject: `${me.name} accepted your request`,
            text: `${request.first_name}, you now belong to ${me.name} on Timbertally. Sign in to see its jobs and tickets.`,
          })
        : []),
      ...buildNotificationSteps(ctx, {
        type: NOTIFICATION.joinRequest,
        to: { user: request.user_id, company: null },
        title: `${me.name} ${into ? "accepted" : "turned down"} your request`,
        message: into ? `You belong to ${me.name} now.` : "You can ask another company.",
        path: into ? "/company" : "/onboarding/join-company",
      }),
    ],
    { request_id: request.id },
  );
}
