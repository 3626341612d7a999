import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type job, tripTicket } from "#db/schema";
import { buildRecord } from "~/lib/object/records";
import { formatCount } from "~/lib/text/text";
import { computeDiffs } from "~/modules/history/rules/history";
import { diffRecordedColumns } from "~/modules/history/shared/columns.server";
import { buildHistorySteps, buildTicketHistorySteps } from "~/modules/history/shared/history.server";
import { normalizeLegalDescription } from "~/modules/land/shared/normalize-legal-description.server";
import { getStatusLabel, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { IS_OPEN_SQL, UNDER_WAY_STATUSES } from "~/modules/trip-tickets/shared/status-sql.server";
import { expectOneRow } from "~/web/commit.server";
import { idOutput } from "~/web/output";
import { type Ctx, procedure } from "~/web/procedure";
import { invalid, unprocessable } from "~/web/refusal";
import { JOB_FIELD_NAMES, jobChangeFields } from "../rules/job-fields";
import { jobStatusLabel } from "../rules/job-status";
import { buildUpdateJobStep, requireJobRight } from "./authorize.server";

const named = { id: z.number().int(), version: z.number().int() };

/** Update a job's own fields; omitted fields keep their values. */
export const updateJob = procedure({
  name: "updateJob",
  input: z.strictObject({ ...named, ...jobChangeFields }),
  output: idOutput,
  async run(ctx, { id, version, ...change }) {
    const visibleJob = await requireJobRight(ctx, id, "edit");
    const blankIsNone = Object.fromEntries(
      Object.entries(change)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, value === "" ? null : value]),
    ) as Partial<typeof job.$inferInsert>;
    const start = blankIsNone.start_date ?? visibleJob.job.start_date;
    const end = blankIsNone.end_date === undefined ? visibleJob.job.end_date : blankIsNone.end_date;
    if (end && end < start) throw invalid({ end_date: ["The end can't be before the start"] });
    const { land, errors } = await normalizeLegalDescription(ctx.read, visibleJob.job, {
      township: blankIsNone.township ?? null,
      range: blankIsNone.range ?? null,
      section: blankIsNone.section ?? null,
    });
    if (Object.keys(errors).length) throw invalid(errors);
    const patch = {
      ...blankIsNone,
      ...Object.fromEntries(Object.entries(land).filter(([field]) => field in blankIsNone)),
    };
    const step = buildUpdateJobStep(ctx, visibleJob, version, patch);
    const diffs = computeDiffs(visibleJob.job, patch);
    if (diffs.length === 0) return { id };
    const details = { diffs, row: diffRecordedColumns("job", patch, visibleJob.job) };
    return ctx.commit(
      [step, ...(await buildHistorySteps(ctx, visibleJob.subject, [{ activity: "job_updated", details }]))],
      { id },
    );
  },
});

/** Initial values of the edit form. */
export const getJobForm = procedure({
  name: "getJobForm",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const { job: row, stusps } = await requireJobRight(ctx, id, "edit");
    const values = buildRecord(JOB_FIELD_NAMES, (name) => row[name] ?? "");
    return { id, version: row.version, stusps, values };
  },
});

/** Deactivate a job or activate it again. An inactive job accepts no new tickets or claims. */
export const setJobStatus = procedure({
  name: "setJobStatus",
  input: z.strictObject({ ...named, job_status_id: z.number().int().min(1).max(2) }),
  output: idOutput,
  async run(ctx, { id, version, job_status_id }) {
    const job = await requireJobRight(ctx, id, "edit");
    const step = buildUpdateJobStep(ctx, job, version, { job_status_id });
    if (job.job.job_status_id === job_status_id) return { id };
    const diffs = [
      { key: "status", saved: jobStatusLabel(job.job.job_status_id), updated: jobStatusLabel(job_status_id) },
    ];
    const details = { diffs, row: diffRecordedColumns("job", { job_status_id }, job.job) };
    return ctx.commit(
      [step, ...(await buildHistorySteps(ctx, job.subject, [{ activity: "job_updated", details }]))],
      { id },
    );
  },
});

/** A job's unfinished tickets. */
export const readOpenTickets = (ctx: Pick<Ctx, "read">, jobId: number) =>
  ctx.read
    .select({
      id: tripTicket.id,
      uid: tripTicket.uid,
      job_id: tripTicket.job_id,
      version: tripTicket.version,
      number: tripTicket.trip_ticket_number,
      status: tripTicket.trip_ticket_status_id,
      last_modified_at: tripTicket.last_modified_at,
      job_destination_id: tripTicket.job_destination_id,
      product_type_id: tripTicket.product_type_id,
      wood_species_id: tripTicket.wood_species_id,
      wood_species_type_id: tripTicket.wood_species_type_id,
      estimated_volume: tripTicket.estimated_volume,
      estimated_wood_unit_type_id: tripTicket.estimated_wood_unit_type_id,
      cutter_company_id: tripTicket.cutter_company_id,
      skidder_company_id: tripTicket.skidder_company_id,
      hauler_company_id: tripTicket.hauler_company_id,
      loaded_at: tripTicket.loaded_at,
      picked_up_at: tripTicket.picked_up_at,
    })
    .from(tripTicket)
    .where(and(eq(tripTicket.job_id, jobId), IS_OPEN_SQL));
export type OpenTicket = Awaited<ReturnType<typeof readOpenTickets>>[number];

/** Build the step that updates a job's ticket, and fails if the ticket changed since it was read. */
export const buildUpdateOpenTicketStep = (
  ctx: Ctx,
  t: OpenTicket,
  patch: Partial<typeof tripTicket.$inferInsert>,
) =>
  expectOneRow(
    ctx.write
      .update(tripTicket)
      .set({
        ...patch,
        version: t.version + 1,
        last_modified_at:
          ctx.now.toISOString() > t.last_modified_at
            ? ctx.now.toISOString()
            : new Date(Date.parse(t.last_modified_at) + 1).toISOString(),
      })
      .where(and(eq(tripTicket.id, t.id), eq(tripTicket.version, t.version))),
  );

/** Data for the page that confirms deleting a job. */
export const getJobDeletion = procedure({
  name: "getJobDeletion",
  input: z.strictObject({ id: z.number().int() }),
  async run(ctx, { id }) {
    const job = await requireJobRight(ctx, id, "delete");
    const open = await readOpenTickets(ctx, id);
    return {
      id,
      name: job.job.name,
      version: job.job.version,
      under_way: open.filter((t) => UNDER_WAY_STATUSES.includes(t.status)).length,
      waiting: open.filter((t) => !UNDER_WAY_STATUSES.includes(t.status)).length,
    };
  },
});

/**
 * Delete a job: it disappears from every list, but its history is kept. Refused while a load is claimed, in transit or
 * paused; waiting loads are cancelled (docs/domain.md#life-of-a-job).
 */
export const deleteJob = procedure({
  name: "deleteJob",
  input: z.strictObject(named),
  output: idOutput,
  async run(ctx, { id, version }) {
    const job = await requireJobRight(ctx, id, "delete");
    const open = await readOpenTickets(ctx, id);
    const busy = open.filter((t) => UNDER_WAY_STATUSES.includes(t.status)).length;
    if (busy)
      throw unprocessable(
        `${formatCount(busy, "load is", "loads are")} claimed, in transit or paused. Finish them first.`,
      );
    const step = buildUpdateJobStep(ctx, job, version, { is_deleted: true });
    const cancelled = await buildTicketHistorySteps(ctx, open, (t) => ({
      activity: "trip_ticket_updated",
      details: {
        diffs: [
          {
            key: "trip_ticket_status",
            saved: getStatusLabel(t.status),
            updated: getStatusLabel(STATUS.cancelled),
          },
        ],
        row: { trip_ticket_status_id: STATUS.cancelled },
      },
    }));
    return ctx.commit(
      [
        ...open.map((t) => buildUpdateOpenTicketStep(ctx, t, { trip_ticket_status_id: STATUS.cancelled })),
        ...cancelled,
        step,
        // Fail if a load was created or claimed in the meantime, since it would be left without a job.
        expectOneRow(
          sql`UPDATE job SET is_deleted = 1 WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM trip_ticket WHERE job_id = ${id} AND ${IS_OPEN_SQL})`,
        ),
        ...(await buildHistorySteps(ctx, job.subject, [{ activity: "job_deleted", details: {} }])),
      ],
      { id },
    );
  },
});
