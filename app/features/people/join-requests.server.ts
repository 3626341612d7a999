import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { company, crew, crewMember, crewMemberRequest, user } from "#db/schema";
import { fullName } from "~/domain/text/text";
import { formatInstant } from "~/domain/time/time";
import { companyFaces } from "~/features/companies/faces.server";
import type { CompanyActor } from "~/web/actor";
import { adminOf } from "~/web/admin";
import { mustHit } from "~/web/commit.server";
import { env } from "~/web/env.server";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, missing, notNow } from "~/web/refusal";
import { crewIds } from "./employee";
import { crewsOf, joinStep, ownCompany } from "./employee-steps.server";
import { mailStep } from "./outbox.server";

const ADMINS_ONLY = "Only an admin of your company can answer who asks to join.";
/** Enough for who is not sure which company is theirs; more is somebody who knocks on every door. */
const MOST_OPEN = 10;

/** Admins who are told of it by mail; all of them see it on the page. */
const MOST_TOLD = 10;

const pending = and(isNull(crewMemberRequest.accepted_at), isNull(crewMemberRequest.rejected_at));

/** Asks to join a company; it has people of its own who can answer. */
export const askToJoin = procedure({
  name: "askToJoin",
  audience: "user",
  input: z.strictObject({ company_id: z.number("Choose a company").int() }),
  async run(ctx, { company_id }) {
    const me = ctx.actor.user;
    const [found] = await companyFaces(ctx, eq(company.id, company_id), 1);
    if (!me || !found) throw missing("There is no such company.");
    if (ctx.actor.companies.some((c) => c.id === company_id))
      throw notNow(`You belong to ${found.name} already.`);
    const admins = await ctx.read
      .select({ email: user.email })
      .from(crewMember)
      .innerJoin(crew, and(eq(crew.id, crewMember.crew_id), eq(crew.is_primary, true)))
      .innerJoin(user, eq(user.id, crewMember.user_id))
      .where(eq(crew.company_id, company_id))
      .orderBy(user.id)
      .limit(MOST_TOLD);
    if (admins.length === 0) throw notNow(`Nobody of ${found.name} is here yet who could let you in.`);
    const open = await ctx.read
      .select({ company_id: crewMemberRequest.company_id })
      .from(crewMemberRequest)
      .where(and(eq(crewMemberRequest.user_id, me.id), pending));
    if (open.some((r) => r.company_id === company_id))
      throw notNow(`You have asked ${found.name} already. Its admins can let you in.`);
    if (open.length >= MOST_OPEN) throw notNow("You have asked many companies. Wait for an answer first.");
    const who = fullName(me);
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .insert(crewMemberRequest)
            .values({ company_id, user_id: me.id, created_at: ctx.now.toISOString() }),
        ),
        ...admins.flatMap(({ email }) =>
          email
            ? [
                mailStep(ctx, {
                  to: email,
                  subject: `${who} asks to join ${found.name}`,
                  body: `${who} asks to join ${found.name} on Timbertally. Let them in, or turn them away:\n${env().PUBLIC_URL}/company/people`,
                }),
              ]
            : [],
        ),
      ],
      { request_id: sql<number>`(SELECT max(id) FROM crew_member_request)` },
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
      .select({ company_id: company.id, name: company.name })
      .from(crewMemberRequest)
      .innerJoin(company, eq(company.id, crewMemberRequest.company_id))
      .where(and(eq(crewMemberRequest.user_id, ctx.actor.user?.id ?? 0), pending))
      .orderBy(crewMemberRequest.id),
});

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
  ownCompany(ctx, input.company_id);
  adminOf(ctx.actor, ADMINS_ONLY);
  const found = (await pendingRequests(ctx)).find((r) => r.id === input.request_id);
  if (!found) throw missing("This request has been answered already, or there is none.");
  return found;
}

/** A request to join, for who answers it. */
export const getJoinRequest = procedure({
  name: "getJoinRequest",
  may: "crew_member.read",
  input: z.strictObject(named),
  async run(ctx, input) {
    const request = await requestOf(ctx, input);
    return { request, crews: await crewsOf(ctx, ctx.actor.company.id) };
  },
});

/** Lets somebody in, into the named crews, or turns them away. */
export const answerJoinRequest = procedure({
  name: "answerJoinRequest",
  may: "crew_member.create",
  input: z.strictObject({ ...named, is_accepted: z.boolean(), crew_ids: crewIds.optional() }),
  run: (ctx, input) => answer(ctx, input),
});

/** The panel's form: accepts. */
export const acceptJoinRequest = procedure({
  name: "acceptJoinRequest",
  may: "crew_member.create",
  input: z.strictObject({ ...named, crew_ids: crewIds.min(1, "Choose Admin or a crew").default([]) }),
  run: (ctx, input) => answer(ctx, { ...input, is_accepted: true }),
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
  const me = ctx.actor.company;
  const at = ctx.now.toISOString();
  const responder_user_id = ctx.actor.user?.id ?? null;
  const ids = input.is_accepted ? [...new Set(input.crew_ids ?? [])] : [];
  const own = await crewsOf(ctx, me.id);
  if (input.is_accepted && (ids.length === 0 || ids.some((id) => !own.some((c) => c.id === id))))
    throw invalid({ crew_ids: ["Choose Admin or a crew"] });
  const members = await ctx.read
    .select({ crew_id: crewMember.crew_id })
    .from(crewMember)
    .innerJoin(crew, eq(crew.id, crewMember.crew_id))
    .where(and(eq(crew.company_id, me.id), eq(crewMember.user_id, request.user_id)));
  const joins = ids.filter((id) => !members.some((m) => m.crew_id === id));
  return ctx.commit(
    [
      mustHit(
        ctx.write
          .update(crewMemberRequest)
          .set({ ...(input.is_accepted ? { accepted_at: at } : { rejected_at: at }), responder_user_id })
          .where(and(eq(crewMemberRequest.id, request.id), pending)),
      ),
      ...joins.map((id) => joinStep(ctx, me.id, id, request.user_id)),
      ...(input.is_accepted && request.email
        ? [
            mailStep(ctx, {
              to: request.email,
              subject: `${me.name} has let you in`,
              body: `${request.first_name}, you belong to ${me.name} on Timbertally now. Sign in to see its jobs and tickets.`,
            }),
          ]
        : []),
    ],
    { request_id: request.id },
  );
}
