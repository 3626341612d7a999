import { sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { ownerReport, reportDeadlineStart } from "#db/schema";
import { createTextSchema } from "~/lib/text/input";
import { formatCount } from "~/lib/text/text";
import { isValidDay } from "~/lib/time/date-range";
import { formatDate, getDay } from "~/lib/time/time";
import { buildHistorySteps } from "~/modules/history/shared/history.server";
import { requireJobRight } from "~/modules/jobs/shared/authorize.server";
import { toCreator } from "~/web/actor";
import { expectOneRow, expectTrue } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { pagingParams, slicePage } from "~/web/paging";
import { procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { ownerReportsOutput } from "../rules/output";
import { readOwnerReportDeadline, readOwnerReports } from "./clock.server";
import { sumDelivered } from "./loads.server";

const id = z.number().int();
const day = (message: string) => createTextSchema(10, message, message).refine(isValidDay, message);

/** List the reports delivered to a job's land owner, newest first. */
export const listOwnerReports = procedure({
  name: "listOwnerReports",
  may: "job_company.read",
  input: z.strictObject({ id, ...pagingParams }),
  output: ownerReportsOutput,
  async run(ctx, { id: job_id, ...part }) {
    await requireJobRight(ctx, job_id, "see_owner");
    const { rows, meta } = slicePage(await readOwnerReports(ctx.read, job_id), part);
    const owner_reports = rows.map((r) => ({
      id: r.id,
      covers_from: r.covers_from,
      covers_to: r.covers_to,
      loads: r.loads,
      channel: r.channel,
      given_on: r.delivered_on,
      created_at: r.created_at,
    }));
    return { owner_reports, meta };
  },
});

/** Read initial values for the forms of the company that owes the report: the days since the last report, and today. */
export const getOwnerReportForm = procedure({
  name: "getOwnerReportForm",
  may: "job_company.update",
  input: z.strictObject({ id }),
  async run(ctx, { id: job_id }) {
    const job = await requireJobRight(ctx, job_id, "report_to_owner");
    const today = getDay(ctx.now, job.zone);
    const sees = ctx.actor.permissions.trip_ticket.read;
    const { first_unreported } = await readOwnerReportDeadline(ctx.read, job.job, job.zone, ctx.now);
    const [last] = await readOwnerReports(ctx.read, job_id);
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
 * Record that the land owner received the report on the loads of some days: proof that stops the state's reporting
 * deadline. Only the job's office, which owes the report, may record it; the land owner can read it.
 */
export const recordOwnerReportDelivery = procedure({
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
  async run(ctx, { id: job_id, given_on: delivered_on, ...input }) {
    const job = await requireJobRight(ctx, job_id, "report_to_owner");
    if (job.job.is_sample) throw unprocessable("This is a practice job.");
    const today = getDay(ctx.now, job.zone);
    if (input.covers_to < input.covers_from)
      throw invalid({ covers_to: ["The last day can't be before the first one"] });
    if (delivered_on > today) throw invalid({ given_on: ["This day is in the future"] });
    if (input.covers_to > delivered_on)
      throw invalid({ covers_to: ["A report can't cover days after it was given"] });
    const eyes = { job_id, company_id: ctx.actor.company.id, link_id: null };
    const { loads } = await sumDelivered(
      ctx.read,
      eyes,
      ctx.now,
      { from: input.covers_from, to: input.covers_to },
      job.zone,
    );
    const words = `${formatDate(input.covers_from)} to ${formatDate(input.covers_to)}, ${formatCount(loads, "load")}, given ${formatDate(delivered_on)}`;
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(ownerReport).values({
            job_id,
            ...input,
            delivered_on,
            loads,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        ...(await buildHistorySteps(ctx, job.subject, [
          { activity: "owner_report_given", details: { content: words } },
        ])),
      ],
      { id: selectInsertedId(ownerReport) },
    );
  },
});

const KINDS = {
  harvest_end: "Harvest complete",
  harvest_on: "Harvest continues",
  request: "Owner asked for the report",
};

/**
 * Record that the harvest is complete, that it continues after all, or that the land owner requested a report: the
 * state's reporting deadline counts from then. Only the job's office may record it.
 */
export const recordReportDeadlineEvent = procedure({
  name: "recordReportDeadlineEvent",
  may: "job_company.update",
  input: z.strictObject({
    id,
    kind: z.enum(["harvest_end", "harvest_on", "request"], "Choose what happened"),
    on_day: createTextSchema(10).optional(),
  }),
  output: idOutput,
  async run(ctx, { id: job_id, kind, on_day }) {
    const job = await requireJobRight(ctx, job_id, "report_to_owner");
    if (job.job.is_sample) throw unprocessable("This is a practice job.");
    const on = kind === "harvest_on" ? null : (on_day ?? "");
    if (on !== null && !isValidDay(on)) throw invalid({ on_day: ["Enter the day"] });
    if (on !== null && on > getDay(ctx.now, job.zone))
      throw invalid({ on_day: ["This day is in the future"] });
    const { harvest_ended_on } = await readOwnerReportDeadline(ctx.read, job.job, job.zone, ctx.now);
    if (kind === "harvest_on" && harvest_ended_on === null)
      throw invalid({ kind: ["The harvest wasn't marked as complete"] });
    return ctx.commit(
      [
        expectOneRow(
          ctx.write.insert(reportDeadlineStart).values({
            job_id,
            kind: kind === "request" ? "request" : "harvest_end",
            starts_on: on,
            ...toCreator(ctx.actor),
            created_at: ctx.now.toISOString(),
          }),
        ),
        expectTrue(sql`EXISTS (SELECT 1 FROM job WHERE id = ${job_id} AND is_deleted = 0)`),
        ...(await buildHistorySteps(ctx, job.subject, [
          {
            activity: "owner_clock_set",
            details: { content: on ? `${KINDS[kind]}: ${formatDate(on)}` : KINDS[kind] },
          },
        ])),
      ],
      { id: selectInsertedId(reportDeadlineStart) },
    );
  },
});
