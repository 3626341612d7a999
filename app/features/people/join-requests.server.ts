import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inLiveCrew } from "#db/live-crew.server";
import { newest, type RowId } from "#db/newest";
import { company, crew, crewMember, crewMemberRequest, session, user } from "#db/schema";
import { companyFaces } from "~/core/access/faces.server";
import { NOTICE } from "~/core/notices/notices";
import { notify } from "~/core/notices/notify.server";
import { adminEmails } from "~/core/outbox/admins.server";
import { mailSteps } from "~/core/outbox/write.server";
import { fullName } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { personWith } from "~/web/admin";
import { mayMiss, mustHit } from "~/web/commit.server";
import { type Ctx, procedure, type Step } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { crewIds, employeeFields } from "./employee";
import { crewsOf, joinStep, ownCompanyNamed } from "./employee-steps.server";
import { checkCrews } from "./handing-out.server";
import { joinRequestOutput } from "./output";
import { chooseCrews, crewsWithHints, worksToGive } from "./work-crews.server";

const ADMINS_ONLY = "Only an admin, or a crew that an admin gave this permission, can answer join requests.";
/** Enough for who is not sure which company is theirs; more is somebody who knocks on every door. */
const MOST_OPEN = 10;

const pending = and(isNull(crewMemberRequest.accepted_at), isNull(crewMemberRequest.rejected_at));

/** Asks to join a company; it has people of its own who can answer. */
export const askToJoin = procedure({
  name: "askToJoin",
  audience: "user",
  input: z.strictObject({ company_id: z.number("Choose a company").int() }),
  output: joinRequestOutput,
  async run(ctx, { company_id }) {
    const me = ctx.actor.user;
    const [found] = await companyFaces(ctx, eq(company.id, company_id), 1);
    if (!me || !found) throw missing("We couldn't find that company.");
    if (ctx.actor.companies.some((c) => c.id === company_id))
      throw notNow(`You already belong to ${found.name}.`);
    const [admin] = await ctx.read
      .select({ id: crewMember.user_id })
      .from(crewMember)
      .innerJoin(crew, and(inLiveCrew, eq(crew.is_primary, true)))
      .where(eq(crew.company_id, company_id))
      .limit(1);
    if (!admin) throw notNow(`No one at ${found.name} can accept you yet.`);
    const open = await ctx.read
      .select({ company_id: crewMemberRequest.company_id })
      .from(crewMemberRequest)
      .where(and(eq(crewMemberRequest.user_id, me.id), pending));
    if (open.some((r) => r.company_id === company_id))
      throw notNow(`You already asked ${found.name}. Its admins can accept you.`);
    if (open.length >= MOST_OPEN) throw notNow("You've asked several companies. Wait for an answer first.");
    const who = fullName(me);
    const emails = await adminEmails(ctx, company_id, NOTICE.joinRequest);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .insert(crewMemberRequest)
            .values({ company_id, user_id: me.id, created_at: ctx.now.toISOString() }),
        ),
        ...emails.flatMap((to) =>
          mailSteps(ctx, {
            to,
            subject: `${who} asked to join ${found.name}`,
            text: `${who} asked to join ${found.name} on Timbertally. Accept or reject the request:`,
            path: "/company/people",
            topic: `join:${company_id}:${me.id}`,
          }),
        ),
        ...notify(ctx, {
          type: NOTICE.joinRequest,
          to: { company: company_id, adminsOnly: true },
          title: `${who} asked to join ${found.name}`,
          message: "Accept or reject the request.",
          path: "/company/people",
          group: `join:${company_id}:${me.id}`,
        }),
      ],
      { request_id: newest(crewMemberRequest) },
    );
  },
});

/** The companies that the person has asked and that have not answered. */
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

/** Take back a request that has no answer yet: the company's admins no longer see it. */
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
    if (!row) throw missing("This request was already answered or withdrawn.");
    return ctx.commit([mustHit(ctx.write.delete(crewMemberRequest).where(mine))], { request_id });
  },
});

/** How many ask to join a company and have no answer yet, for the badge on every page. */
export const joinRequestsWaiting = sql<number>`(SELECT count(*) FROM ${crewMemberRequest}
  WHERE ${crewMemberRequest.company_id} = ${sql.placeholder("company")} AND ${pending})`;

/** Who asks to join the acting company and has no answer yet. */
export async function pendingRequests(ctx: Ctx<CompanyActor>) {
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
    name: fullName(r),
    asked: { at: r.created_at, text: formatInstant(r.created_at, ctx.actor.zone, ctx.now) },
  }));
}

const named = { company_id: z.number().int().optional(), request_id: z.number().int() };

async function requestOf(ctx: Ctx<CompanyActor>, input: { company_id?: number; request_id: number }) {
  ownCompanyNamed(ctx, input.company_id);
  personWith(ctx.actor, "crew_member.create", ADMINS_ONLY);
  const found = (await pendingRequests(ctx)).find((r) => r.id === input.request_id);
  if (!found) throw missing("This request was already answered or no longer exists.");
  return found;
}

/** A request to join, for who answers it. */
export const getJoinRequest = procedure({
  name: "getJoinRequest",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const request = await requestOf(ctx, input);
    return { request, works: await worksToGive(ctx), crews: await crewsWithHints(ctx) };
  },
});

/** Lets somebody in, into the named crews, or turns them away. */
export const answerJoinRequest = procedure({
  name: "answerJoinRequest",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({ ...named, is_accepted: z.boolean(), crew_ids: crewIds.optional() }),
  output: joinRequestOutput,
  run: (ctx, input) => answer(ctx, input),
});

/** The panel's form: accepts. */
export const acceptJoinRequest = procedure({
  name: "acceptJoinRequest",
  fresh: true,
  may: "crew_member.create",
  input: z.strictObject({
    ...named,
    is_admin: employeeFields.is_admin,
    work: employeeFields.work,
    crew_ids: crewIds.default([]),
  }),
  async run(ctx, { is_admin, work, crew_ids, ...input }) {
    const request = await requestOf(ctx, input);
    const { into, steps } = await chooseCrews(ctx, [{ is_admin, work, crew_ids }]);
    return respond(ctx, request, into[0] ?? [], steps);
  },
});

/** The entry's button: rejects. */
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
  const own = await crewsOf(ctx, ctx.actor.company.id);
  if (input.is_accepted && (ids.length === 0 || ids.some((id) => !own.some((c) => c.id === id))))
    throw invalid({ crew_ids: ["Choose Admin or a crew"] });
  if (!input.is_accepted) return respond(ctx, request, null);
  await checkCrews(ctx, ids);
  return respond(ctx, request, ids);
}

/** Have somebody work for their only company at once, where they are signed in and when they sign in next. */
const startSteps = (ctx: Ctx<CompanyActor>, companyId: number, userId: number): Step[] => {
  const isOnly = sql`NOT EXISTS (SELECT 1 FROM crew_member m JOIN crew c ON c.id = m.crew_id
    WHERE m.user_id = ${userId} AND c.is_deleted = 0 AND c.company_id <> ${companyId})`;
  return [
    mayMiss(
      ctx.write
        .update(session)
        .set({ active_company_id: companyId })
        .where(and(eq(session.user_id, userId), isNull(session.active_company_id), isOnly)),
    ),
  ];
};

/** Accept somebody into crews, or reject them where `into` is null. `steps` come first, since they may add a crew. */
async function respond(
  ctx: Ctx<CompanyActor>,
  request: Awaited<ReturnType<typeof requestOf>>,
  into: readonly RowId[] | null,
  steps: readonly Step[] = [],
) {
  const me = ctx.actor.company;
  const at = ctx.now.toISOString();
  const responder_user_id = ctx.actor.user?.id ?? null;
  const members = await ctx.read
    .select({ crew_id: crewMember.crew_id })
    .from(crewMember)
    .innerJoin(crew, inLiveCrew)
    .where(and(eq(crew.company_id, me.id), eq(crewMember.user_id, request.user_id)));
  const joins = (into ?? []).filter((id) => !members.some((m) => m.crew_id === id));
  return ctx.commit(
    [
      ...steps,
      mustHit(
        ctx.write
          .update(crewMemberRequest)
          .set({ ...(into ? { accepted_at: at } : { rejected_at: at }), responder_user_id })
          .where(and(eq(crewMemberRequest.id, request.id), pending)),
      ),
      ...joins.map((id) => joinStep(ctx, me.id, id, request.user_id)),
      ...(into ? startSteps(ctx, me.id, request.user_id) : []),
      ...(into && request.email
        ? mailSteps(ctx, {
            to: request.email,
            subject: `${me.name} accepted your request`,
            text: `${request.first_name}, you now belong to ${me.name} on Timbertally. Sign in to see its jobs and tickets.`,
          })
        : []),
      ...notify(ctx, {
        type: NOTICE.joinRequest,
        to: { user: request.user_id, company: null },
        title: `${me.name} ${into ? "accepted" : "turned down"} your request`,
        message: into ? `You belong to ${me.name} now.` : "You can ask another company.",
        path: into ? "/company" : "/onboarding/join-company",
      }),
    ],
    { request_id: request.id },
  );
}
