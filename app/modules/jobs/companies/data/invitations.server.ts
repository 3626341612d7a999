import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { crew, jobAcceptanceDraft, jobCompany, jobCompanyCrew, tripTicket } from "#db/schema";
import { formatLand } from "~/lib/land-description/plss";
import { formatCount } from "~/lib/text/text";
import { formatDate, getDay } from "~/lib/time/time";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { NOTIFICATION } from "~/modules/notifications/rules/notices";
import { groupRatesByDay } from "~/modules/rates/rules/by-day";
import { buildAcceptPayerRatesSteps } from "~/modules/rates/shared/payer-consent.server";
import { readRates } from "~/modules/rates/shared/read.server";
import { IS_OPEN_SQL, UNDER_WAY_STATUSES } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { allowAnyRows, expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import {
  AppError,
  forbidden,
  invalid,
  notFound,
  PERMISSION_MISSING_MESSAGE,
  unprocessable,
} from "~/web/refusal";
import { CONTRACTS, formatRoles, needsReacceptance } from "../../rules/contracts";
import { requireJobRight, requireVisibleJob, type VisibleJob } from "../../shared/authorize.server";
import { isOwnAcceptanceDraft, readAcceptanceDraft } from "./acceptance-draft.server";
import { buildJobNotificationSteps } from "./notify.server";
import { hasNoOpenLoadsSql } from "./removal.server";

const input = z.strictObject({ id: z.number().int() });
const ANSWERED = "Your company already answered this invitation.";

/**
 * Return the acting company's own row on a job that awaits the company's acceptance. Otherwise respond with 404 if the
 * company isn't on the job, or with the reason.
 */
async function toAnswer(ctx: Ctx<CompanyActor>, id: number) {
  const job = await requireVisibleJob(ctx, id);
  const { mine, rights, standing } = job;
  if (!mine) throw notFound("Your company is not invited to this job.");
  if (standing.requester || (!standing.pending && !needsReacceptance(mine))) throw unprocessable(ANSWERED);
  if (!rights.answer) throw forbidden(PERMISSION_MISSING_MESSAGE);
  return { found: job, mine };
}

/** The acting company's crews by name, with those already on the job marked. */
export const readOwnCrews = (ctx: Ctx<CompanyActor>, placeId: number) =>
  ctx.read
    .select({
      id: crew.id,
      name: crew.name,
      comes: sql<number>`EXISTS (SELECT 1 FROM job_company_crew k WHERE k.job_company_id = ${placeId} AND k.crew_id = crew.id)`,
    })
    .from(crew)
    .where(and(eq(crew.company_id, ctx.actor.company.id), eq(crew.is_deleted, false)))
    .orderBy(crew.name, crew.id);

/** Return the acceptance page's data: the work, the company's contracts and rates, and its crews to choose from. */
export const getAcceptance = procedure({
  name: "getAcceptance",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    const [crews, rates, draft] = await Promise.all([
      readOwnCrews(ctx, mine.id),
      readRates(ctx, found),
      readAcceptanceDraft(ctx, id),
    ]);
    return {
      id,
      name: found.job.name,
      requester: found.requester,
      again: found.standing.accepted,
      roles: formatRoles(mine),
      county: `${found.county}, ${found.stusps}`,
      land: formatLand({ ...found.job, meridian: found.meridian }),
      start: formatDate(found.job.start_date),
      end: found.job.end_date ? formatDate(found.job.end_date) : null,
      contracts: CONTRACTS.filter(({ flag }) => mine[flag] && found.rights.see_own_contract).map(
        ({ role, label, name, file }) => ({ role, label, name: mine[name], has_file: mine[file] !== null }),
      ),
      company_id: mine.company_id,
      version: mine.version,
      rates: found.rights.see_rates ? groupRatesByDay(rates, getDay(ctx.now, found.zone)) : null,
      crews: crews.map(({ id, name }) => ({ id, name })),
      chosen: draft?.crew_ids ?? crews.filter((c) => c.comes).map((c) => c.id),
      has_draft: draft !== null,
    };
  },
});

const version = z.number("Reload the page, then send the form.").int();
const crew_ids = z.array(z.number("Choose from your crews").int()).max(100).optional();
/**
 * Sent by the acceptance form to show that it had crew checkboxes. Unchecked boxes send nothing, so without this value,
 * "no crews" couldn't be told from "crews not given".
 */
const crews = z.literal("chosen").optional();

/** Save what a person has chosen so far, so that they can continue on another device or another day. */
export const saveAcceptance = procedure({
  name: "saveAcceptance",
  audience: "company",
  // The acceptance form is sent as a whole, with its version; a saved draft accepts nothing.
  input: z.strictObject({ id: z.number().int(), crew_ids, crews, version: version.optional() }),
  async run(ctx, { id, crew_ids = [] }) {
    const { mine } = await toAnswer(ctx, id);
    await knownCrews(ctx, mine.id, crew_ids);
    if (!ctx.actor.user) throw notFound();
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
        allowAnyRows(
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
  const known = await readOwnCrews(ctx, placeId);
  if (ids.some((id) => !known.some((c) => c.id === id)))
    throw invalid({ crew_ids: ["Choose from your crews"] });
}

/** Return steps that replace the crews that a company put on a job. */
const crewSteps = (ctx: Ctx<CompanyActor>, placeId: number, ids: number[]) => [
  allowAnyRows(ctx.write.delete(jobCompanyCrew).where(eq(jobCompanyCrew.job_company_id, placeId))),
  ...[...new Set(ids)].map((crew_id) =>
    expectOneRow(ctx.write.insert(jobCompanyCrew).values({ job_company_id: placeId, crew_id })),
  ),
];

const place = (mine: { id: number; version: number }) =>
  and(eq(jobCompany.id, mine.id), eq(jobCompany.version, mine.version));

const CHANGED = "A contract or rate changed after you opened this page. Review it, then accept.";

/**
 * Accept a job, or a changed contract on it, and notify the requester. Accepting is binding, so the request has the
 * version that was read; if contracts or rates have changed since, it is refused. Omitted crews stay unchanged.
 */
export const acceptJob = procedure({
  name: "acceptJob",
  input: z.strictObject({ id: z.number().int(), crew_ids, crews, version }),
  output: idOutput,
  async run(ctx, { id, crew_ids, crews, version }) {
    const { found, mine } = await toAnswer(ctx, id);
    if (mine.version !== version - 1)
      throw new AppError("stale", CHANGED, { current: { version: mine.version } });
    const come = crew_ids ?? (crews ? [] : undefined);
    await knownCrews(ctx, mine.id, come ?? []);
    const again = found.standing.accepted;
    const who = ctx.actor.company.name;
    return ctx.commit(
      [
        expectOneRow(
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
        ...(found.rights.see_rates ? buildAcceptPayerRatesSteps(ctx, found) : []),
        allowAnyRows(ctx.write.delete(jobAcceptanceDraft).where(isOwnAcceptanceDraft(ctx, id))),
        ...(await buildJobNotificationSteps(ctx, {
          type: NOTIFICATION.accepted,
          what: "accepted",
          company: found.job.request_user_company_id,
          job: id,
          title: `${who} accepted ${again ? "the changed contract of" : "the job"} ${found.job.name}`,
          message: `${who} (${formatRoles(mine)}) accepted ${found.job.name}.`,
          path: `/jobs/${id}/companies`,
        })),
        ...(await buildHistorySteps(ctx, found.subject, [
          { activity: "company_accepted", details: { company: who } },
        ])),
      ],
      { id },
    );
  },
});

/**
 * Decline a job. The company loses access to the job, but keeps the tickets that name the company
 * (docs/domain.md#who-sees-a-job).
 */
export const declineJob = procedure({
  name: "declineJob",
  input,
  output: idOutput,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    const busy = await underWay(ctx, found);
    if (busy)
      throw unprocessable(
        `Your company has ${formatCount(busy, "load")} under way on this job. Finish them first.`,
      );
    const who = ctx.actor.company.name;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write
            .update(jobCompany)
            .set({ declined_at: ctx.now.toISOString(), version: mine.version + 1 })
            .where(and(place(mine), hasNoOpenLoadsSql(id, found.me))),
        ),
        allowAnyRows(ctx.write.delete(jobAcceptanceDraft).where(isOwnAcceptanceDraft(ctx, id))),
        ...(await buildJobNotificationSteps(ctx, {
          type: NOTIFICATION.declined,
          what: "declined",
          company: found.job.request_user_company_id,
          job: id,
          title: `${who} declined the job ${found.job.name}`,
          message: `${who} (${formatRoles(mine)}) declined ${found.job.name}.`,
          path: `/jobs/${id}/companies`,
        })),
        ...(await buildHistorySteps(ctx, found.subject, [
          { activity: "company_declined", details: { company: who } },
        ])),
      ],
      { id },
    );
  },
});

/** Number of loads that the acting company has claimed, in transit or paused on a job. */
async function underWay(ctx: Ctx<CompanyActor>, { job, me }: VisibleJob): Promise<number> {
  const [row] = await ctx.read
    .select({ n: sql<number>`count(*)` })
    .from(tripTicket)
    .where(
      and(
        eq(tripTicket.job_id, job.id),
        IS_OPEN_SQL,
        inArray(tripTicket.trip_ticket_status_id, UNDER_WAY_STATUSES),
        eq(tripTicket.hauler_company_id, me),
      ),
    );
  return row?.n ?? 0;
}

/** Effects of declining, for its confirm page. */
export const getDeclineForm = procedure({
  name: "getDeclineForm",
  may: "job.read",
  input,
  async run(ctx, { id }) {
    const { found, mine } = await toAnswer(ctx, id);
    return { id, name: found.job.name, requester: found.requester, roles: formatRoles(mine) };
  },
});

/** Choose which of the acting company's crews are on a job. They can be changed at any time. */
export const setJobCrews = procedure({
  name: "setJobCrews",
  input: z.strictObject({ job_id: z.number().int(), crew_ids }),
  output: idOutput,
  async run(ctx, { job_id, crew_ids = [] }) {
    const { mine, standing } = await requireJobRight(ctx, job_id, "answer");
    if (!mine || !standing.accepted) throw forbidden("Accept the job first.");
    await knownCrews(ctx, mine.id, crew_ids);
    return ctx.commit(crewSteps(ctx, mine.id, crew_ids), { id: job_id });
  },
});
