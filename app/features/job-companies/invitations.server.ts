import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, jobAcceptanceDraft, jobCompany, jobCompanyCrew, tripTicket } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { asksAgain, CONTRACTS, rolesText } from "~/core/jobs/contracts";
import { jobFor, type VisibleJob, visibleJob } from "~/core/jobs/standing.server";
import { NOTICE } from "~/core/notices/notices";
import { ratesByDay } from "~/core/rates/by-day";
import { agreeSteps } from "~/core/rates/payer-consent.server";
import { readRates } from "~/core/rates/read.server";
import { OPEN, UNDER_WAY } from "~/core/tickets/status-sql.server";
import { describeLand } from "~/domain/plss/plss";
import { count } from "~/domain/text/text";
import { dayOf, formatDate } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { mayMiss, mustHit } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { forbidden, invalid, missing, NO_FLAG, notNow, Refusal } from "~/web/refusal";
import { noticeSteps } from "./notify.server";
import { nothingUnderWay } from "./removal.server";

const input = z.strictObject({ id: z.number().int() });
const ANSWERED = "Your company already answered this invitation.";

/** The acting company's own place on a job, where there is something to answer; else 404 or why not. */
async function toAnswer(ctx: Ctx<CompanyActor>, id: number) {
  const found = await visibleJob(ctx, id);
  const { mine, rights, standing } = found;
  if (!mine) throw missing("Your company is not invited to this job.");
  if (standing.requester || (!standing.pending && !asksAgain(mine))) throw notNow(ANSWERED);
  if (!rights.answer) throw forbidden(NO_FLAG);
  return { found, mine };
}

const draftBody = z.object({ crew_ids: z.array(z.number().int()).optional() });
type Draft = z.output<typeof draftBody>;

const readDraft = async (ctx: Ctx<CompanyActor>, id: number): Promise<Draft | null> => {
  if (!ctx.actor.user) return null;
  const [row] = await ctx.read
    .select({ body: jobAcceptanceDraft.body })
    .from(jobAcceptanceDraft)
    .where(ofDraft(ctx, id));
  return row ? draftBody.parse(JSON.parse(row.body)) : null;
};

const ofDraft = (ctx: Ctx<CompanyActor>, id: number) =>
  and(
    eq(jobAcceptanceDraft.user_id, ctx.actor.user?.id ?? 0),
    eq(jobAcceptanceDraft.company_id, ctx.actor.company.id),
    eq(jobAcceptanceDraft.job_id, id),
  );

/** The acting company's crews by name, those that it has put on the job marked. */
export const ownCrews = (ctx: Ctx<CompanyActor>, placeId: number) =>
  ctx.read
    .select({
      id: crew.id,
      name: crew.name,
      comes: sql<number>`EXISTS (SELECT 1 FROM job_company_crew k WHERE k.job_company_id = ${placeId} AND k.crew_id = crew.id)`,
    })
    .from(crew)
    .where(and(eq(crew.company_id, ctx.actor.company.id), eq(crew.is_deleted, false)))
    .orderBy(crew.name, crew.id);

/** What a company is asked: the work, its contracts, its own rates, and which of its crews come. */
export const getAcceptance = procedure({
  name: "getAcceptance",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    const [crews, rates, draft] = await Promise.all([
      ownCrews(ctx, mine.id),
      readRates(ctx, found),
      readDraft(ctx, id),
    ]);
    return {
      id,
      name: found.job.name,
      requester: found.requester,
      again: found.standing.accepted,
      roles: rolesText(mine),
      county: `${found.county}, ${found.stusps}`,
      land: describeLand({ ...found.job, meridian: found.meridian }),
      start: formatDate(found.job.start_date),
      end: found.job.end_date ? formatDate(found.job.end_date) : null,
      contracts: CONTRACTS.filter(({ flag }) => mine[flag] && found.rights.see_own_contract).map(
        ({ role, label, name, file }) => ({ role, label, name: mine[name], has_file: mine[file] !== null }),
      ),
      company_id: mine.company_id,
      version: mine.version,
      rates: found.rights.see_rates ? ratesByDay(rates, dayOf(ctx.now, found.zone)) : null,
      crews: crews.map(({ id, name }) => ({ id, name })),
      chosen: draft?.crew_ids ?? crews.filter((c) => c.comes).map((c) => c.id),
      has_draft: draft !== null,
    };
  },
});

const version = z.number("Reload the page, then send the form.").int();
const crew_ids = z.array(z.number("Choose from your crews").int()).max(100).optional();
/** Of a form, whose boxes say nothing where none is ticked: it has them, so that none means none. */
const crews = z.literal("chosen").optional();

/** Save what a person has chosen so far, so that they can continue on another device or another day. */
export const saveAcceptance = procedure({
  name: "saveAcceptance",
  audience: "company",
  // The form of the answer is kept whole, its version with it; what is kept binds nobody.
  input: z.strictObject({ id: z.number().int(), crew_ids, crews, version: version.optional() }),
  async run(ctx, { id, crew_ids = [] }) {
    const { mine } = await toAnswer(ctx, id);
    await knownCrews(ctx, mine.id, crew_ids);
    if (!ctx.actor.user) throw missing();
    const row = {
      user_id: ctx.actor.user.id,
      company_id: ctx.actor.company.id,
      job_id: id,
      body: JSON.stringify({ crew_ids }),
      last_modified_at: ctx.now.toISOString(),
    };
    const { body, last_modified_at } = row;
    return ctx.commit(
      [
        mayMiss(
          ctx.write
            .insert(jobAcceptanceDraft)
            .values(row)
            .onConflictDoUpdate({
              target: [jobAcceptanceDraft.user_id, jobAcceptanceDraft.company_id, jobAcceptanceDraft.job_id],
              set: { body, last_modified_at },
            }),
        ),
      ],
      { id },
    );
  },
});

async function knownCrews(ctx: Ctx<CompanyActor>, placeId: number, ids: number[]) {
  const known = await ownCrews(ctx, placeId);
  if (ids.some((id) => !known.some((c) => c.id === id)))
    throw invalid({ crew_ids: ["Choose from your crews"] });
}

/** Puts these crews on a job in place of those that a company put there before. */
const crewSteps = (ctx: Ctx<CompanyActor>, placeId: number, ids: number[]) => [
  mayMiss(ctx.write.delete(jobCompanyCrew).where(eq(jobCompanyCrew.job_company_id, placeId))),
  ...[...new Set(ids)].map((crew_id) =>
    mustHit(ctx.write.insert(jobCompanyCrew).values({ job_company_id: placeId, crew_id })),
  ),
];

const place = (mine: { id: number; version: number }) =>
  and(eq(jobCompany.id, mine.id), eq(jobCompany.version, mine.version));

const CHANGED = "A contract or rate changed after you opened this page. Review it, then accept.";

/**
 * Accept a job, or a changed contract on it; the requester is notified. Because accepting binds, it carries the version
 * that was read: if contracts or rates have changed since, it's refused until they've been read. Crews that aren't
 * named stay as they were.
 */
export const acceptJob = procedure({
  name: "acceptJob",
  input: z.strictObject({ id: z.number().int(), crew_ids, crews, version }),
  output: idOutput,
  async run(ctx, { id, crew_ids, crews, version }) {
    const { found, mine } = await toAnswer(ctx, id);
    if (mine.version !== version - 1)
      throw new Refusal("stale", CHANGED, { current: { version: mine.version } });
    const come = crew_ids ?? (crews ? [] : undefined);
    await knownCrews(ctx, mine.id, come ?? []);
    const again = found.standing.accepted;
    const who = ctx.actor.company.name;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobCompany)
            .set({
              accepted_at: ctx.now.toISOString(),
              contract_changed_at: null,
              version: mine.version + 1,
            })
            .where(place(mine)),
        ),
        ...(come ? crewSteps(ctx, mine.id, come) : []),
        ...(found.rights.see_rates ? agreeSteps(ctx, found) : []),
        mayMiss(ctx.write.delete(jobAcceptanceDraft).where(ofDraft(ctx, id))),
        ...(await noticeSteps(ctx, {
          type: NOTICE.accepted,
          what: "accepted",
          company: found.job.request_user_company_id,
          job: id,
          title: `${who} accepted ${again ? "the changed contract of" : "the job"} ${found.job.name}`,
          message: `${who} (${rolesText(mine)}) accepted ${found.job.name}.`,
          path: `/jobs/${id}/companies`,
        })),
        ...(await historySteps(ctx, found.subject, [
          { activity: "company_accepted", details: { company: who } },
        ])),
      ],
      { id },
    );
  },
});

/** Declines a job: the company loses it, and keeps the tickets that name it (decisions, section 2). */
export const declineJob = procedure({
  name: "declineJob",
  input,
  output: idOutput,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    const busy = await underWay(ctx, found);
    if (busy)
      throw notNow(`Your company has ${count(busy, "load")} under way on this job. Finish them first.`);
    const who = ctx.actor.company.name;
    return ctx.commit(
      [
        mustHit(
          ctx.write
            .update(jobCompany)
            .set({ declined_at: ctx.now.toISOString(), version: mine.version + 1 })
            .where(and(place(mine), nothingUnderWay(id, found.me))),
        ),
        mayMiss(ctx.write.delete(jobAcceptanceDraft).where(ofDraft(ctx, id))),
        ...(await noticeSteps(ctx, {
          type: NOTICE.declined,
          what: "declined",
          company: found.job.request_user_company_id,
          job: id,
          title: `${who} declined the job ${found.job.name}`,
          message: `${who} (${rolesText(mine)}) declined ${found.job.name}.`,
          path: `/jobs/${id}/companies`,
        })),
        ...(await historySteps(ctx, found.subject, [
          { activity: "company_declined", details: { company: who } },
        ])),
      ],
      { id },
    );
  },
});

/** How many loads the acting company has claimed, in transit or paused on a job. */
async function underWay(ctx: Ctx<CompanyActor>, { job, me }: VisibleJob): Promise<number> {
  const [row] = await ctx.read
    .select({ n: sql<number>`count(*)` })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, job.id),
        OPEN,
        inArray(tripTicket.trip_ticket_status_id, UNDER_WAY),
        eq(tripTicket.hauler_company_id, me),
      ),
    );
  return row?.n ?? 0;
}

/** What declining means, for its confirm page. */
export const getDecline = procedure({
  name: "getDecline",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    return { id, name: found.job.name, requester: found.requester, roles: rolesText(mine) };
  },
});

/** Choose which of the acting company's crews are on a job. They can be changed at any time. */
export const setJobCrews = procedure({
  name: "setJobCrews",
  input: z.strictObject({ job_id: z.number().int(), crew_ids }),
  output: idOutput,
  async run(ctx, { job_id, crew_ids = [] }) {
    const { mine, standing } = await jobFor(ctx, job_id, "answer");
    if (!mine || !standing.accepted) throw forbidden("Accept the job first.");
    await knownCrews(ctx, mine.id, crew_ids);
    return ctx.commit(crewSteps(ctx, mine.id, crew_ids), { id: job_id });
  },
});
