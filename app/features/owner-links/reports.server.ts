import { sql } from "drizzle-orm";
import { z } from "zod";
import { newest } from "#db/newest";
import { ownerClock, ownerReport } from "#db/schema";
import { historySteps } from "~/core/history/history.server";
import { jobFor } from "~/core/jobs/standing.server";
import { text } from "~/domain/text/input";
import { count } from "~/domain/text/text";
import { isDay } from "~/domain/time/date-range";
import { dayOf, formatDate } from "~/domain/time/time";
import { creatorOf } from "~/web/actor";
import { mustHit, mustHold } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { paging, partOf } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { invalid, notNow } from "~/web/refusal";
import { readOwnerClock, reportsOf } from "./clock.server";
import { sumDelivered } from "./loads.server";
import { ownerReportsOutput } from "./output";

const id = z.number().int();
const day = (message: string) => text(10, message, message).refine(isDay, message);

/** The reports that were given to a job's land owner, the newest first. */
export const listOwnerReports = procedure({
  name: "listOwnerReports",
  may: "job_company.read",
  input: z.strictObject({ id, ...paging }),
  output: ownerReportsOutput,
  async run(ctx, { id: job_id, ...part }) {
    await jobFor(ctx, job_id, "see_owner");
    const { rows, meta } = partOf(await reportsOf(ctx.read, job_id), part);
    const owner_reports = rows.map((r) => ({
      id: r.id,
      covers_from: r.covers_from,
      covers_to: r.covers_to,
      loads: r.loads,
      channel: r.channel,
      given_on: r.given_on,
      created_at: r.created_at,
    }));
    return { owner_reports, meta };
  },
});

/** What the forms of who owes the report start with: the days since the last one, and today. */
export const getOwnerReportForm = procedure({
  name: "getOwnerReportForm",
  may: "job_company.update",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const found = await jobFor(ctx, job_id, "report_to_owner");
    const today = dayOf(ctx.now, found.zone);
    const sees = ctx.actor.permissions.trip_ticket.read;
    const { first_unreported } = await readOwnerClock(ctx.read, found.job, found.zone, ctx.now);
    const [last] = await reportsOf(ctx.read, job_id);
    return {
      id: job_id,
      values: {
        covers_from: (sees ? first_unreported : null) ?? last?.covers_from ?? today,
        covers_to: today,
        given_on: today,
        channel: "paper",
      },
    };
  },
});

/**
 * Records that the land owner was given the report of some days' loads: the proof that stops the state's clock. It is of
 * who owes the report, the job's office; the land owner reads it.
 */
export const recordOwnerReport = procedure({
  name: "recordOwnerReport",
  may: "job_company.update",
  input: z.strictObject({
    id,
    covers_from: day("Enter the first day"),
    covers_to: day("Enter the last day"),
    given_on: day("Enter the day on which it was given"),
    channel: z.enum(["link", "mail", "paper"], "Choose how it was given"),
  }),
  output: idOutput,
  async run(ctx, { id: job_id, ...input }) {
    const found = await jobFor(ctx, job_id, "report_to_owner");
    if (found.job.is_sample) throw notNow("This is a practice job.");
    const today = dayOf(ctx.now, found.zone);
    if (input.covers_to < input.covers_from)
      throw invalid({ covers_to: ["The last day can't be before the first one"] });
    if (input.given_on > today) throw invalid({ given_on: ["This day is in the future"] });
    if (input.covers_to > input.given_on)
      throw invalid({ covers_to: ["A report can't cover days after it was given"] });
    const eyes = { job_id, company_id: ctx.actor.company.id, link_id: null };
    const { loads } = await sumDelivered(
      ctx.read,
      eyes,
      ctx.now,
      { from: input.covers_from, to: input.covers_to },
      found.zone,
    );
    const words = `${formatDate(input.covers_from)} to ${formatDate(input.covers_to)}, ${count(loads, "load")}, given ${formatDate(input.given_on)}`;
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(ownerReport).values({
            job_id,
            ...input,
            loads,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await historySteps(ctx, found.subject, [
          { activity: "owner_report_given", details: { content: words } },
        ])),
      ],
      { id: newest(ownerReport) },
    );
  },
});

const KINDS = {
  harvest_end: "Harvest complete",
  harvest_on: "Harvest continues",
  request: "Owner asked for the report",
};

/**
 * Says that the harvest is complete, that it continues after all, or that the owner asked: the state's time runs from it.
 * Said by the job's office alone.
 */
export const setOwnerClock = procedure({
  name: "setOwnerClock",
  may: "job_company.update",
  input: z.strictObject({
    id,
    kind: z.enum(["harvest_end", "harvest_on", "request"], "Choose what happened"),
    on_day: text(10).optional(),
  }),
  output: idOutput,
  async run(ctx, { id: job_id, kind, on_day }) {
    const found = await jobFor(ctx, job_id, "report_to_owner");
    if (found.job.is_sample) throw notNow("This is a practice job.");
    const on = kind === "harvest_on" ? null : (on_day ?? "");
    if (on !== null && !isDay(on)) throw invalid({ on_day: ["Enter the day"] });
    if (on !== null && on > dayOf(ctx.now, found.zone))
      throw invalid({ on_day: ["This day is in the future"] });
    const { harvest_ended_on } = await readOwnerClock(ctx.read, found.job, found.zone, ctx.now);
    if (kind === "harvest_on" && harvest_ended_on === null)
      throw invalid({ kind: ["The harvest wasn't marked as complete"] });
    return ctx.commit(
      [
        mustHit(
          ctx.write.insert(ownerClock).values({
            job_id,
            kind: kind === "request" ? "request" : "harvest_end",
            on_day: on,
            ...creatorOf(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        mustHold(sql`EXISTS (SELECT 1 FROM job WHERE id = ${job_id} AND is_deleted = 0)`),
        ...(await historySteps(ctx, found.subject, [
          {
            activity: "owner_clock_set",
            details: { content: on ? `${KINDS[kind]}: ${formatDate(on)}` : KINDS[kind] },
          },
        ])),
      ],
      { id: newest(ownerClock) },
    );
  },
});
