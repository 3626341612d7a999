import { randomUUID } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { selectInsertedId } from "#db/inserted-id";
import { prepareQuery } from "#db/prepared.server";
import {
  companyDestination,
  job,
  jobCompany,
  jobDestination,
  jobProduct,
  jobProductMix,
  productType,
  tripTicket,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { getDay } from "~/lib/time/time";
import { diffRecordedColumns, type RecordedRow } from "~/modules/history/shared/columns.server";
import {
  buildHistorySteps,
  buildTicketHistorySteps,
  type NewHistoryEntry,
} from "~/modules/history/shared/history.server";
import {
  formatProduct,
  getStatusLabel,
  STATUS,
  type StatusId,
} from "~/modules/trip-tickets/rules/trip-ticket";
import { expectOneRow } from "~/web/commit.server";
import { type Ctx, procedure, type ReadCtx, type Step } from "~/web/procedure";
import { notFound, unprocessable } from "~/web/refusal";
import {
  SAMPLE_LAND,
  SAMPLE_LOADS,
  SAMPLE_MILL,
  SAMPLE_PRODUCTS,
  type SampleLoad,
} from "../samples/rules/sample-rows";

const nothing = z.strictObject({});

const findSample = prepareQuery((read) =>
  read
    .select({ id: job.id, uid: job.uid, name: job.name, version: job.version })
    .from(job)
    .where(
      and(
        eq(job.request_user_company_id, sql.placeholder("me")),
        sql`${job.is_sample} = 1`,
        eq(job.is_deleted, false),
      ),
    ),
);

/** Find the acting company's sample job; a company has at most one. */
async function ownSample({ read, actor }: Pick<ReadCtx, "read" | "actor">) {
  const [row] = await findSample(read, { me: actor.company.id });
  return row ?? null;
}

/** Return the acting company's sample job, if any, and whether the user may create or remove one. */
export const getSampleJob = procedure({
  name: "getSampleJob",
  input: nothing,
  async run(ctx) {
    const { job: flags } = ctx.actor.permissions;
    const sample = flags.read ? await ownSample(ctx) : null;
    return { sample, may_make: flags.create && flags.read };
  },
});

/** List the loads of the company's sample job in order; null for any other job, whose loads are in the ticket list. */
export const getSampleLoads = procedure({
  name: "getSampleLoads",
  may: "trip_ticket.read",
  input: z.strictObject({ job_id: z.number().int() }),
  async run(ctx, { job_id }) {
    if ((await ownSample(ctx))?.id !== job_id) return null;
    const rows = await ctx.read
      .select({
        id: tripTicket.id,
        number: tripTicket.trip_ticket_number,
        status: tripTicket.trip_ticket_status_id,
        product_type: productType.name,
        wood_species: woodSpecies.name,
        wood_species_type: woodSpeciesType.name,
      })
      .from(tripTicket)
      .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
      .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
      .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
      .where(and(eq(tripTicket.job_id, job_id), eq(tripTicket.is_deleted, false)))
      .orderBy(asc(tripTicket.load_number));
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      product: formatProduct(row),
    }));
  },
});

/**
 * Create a job to practice on, with a load at each stage; the company has every role on it. No list offers its mill, and
 * lists, totals and reports exclude it.
 */
export const makeSampleJob = procedure({
  name: "makeSampleJob",
  may: "job.create",
  input: nothing,
  limit: { work: "tickets", amount: () => SAMPLE_LOADS.length },
  async run(ctx) {
    if (await ownSample(ctx))
      throw unprocessable("Your company already has a sample job. Remove it to start over.");
    const uid = randomUUID();
    const id = sql<number>`(SELECT id FROM job WHERE uid = ${uid})`;
    const me = ctx.actor.company.id;
    const now = ctx.now.toISOString();
    const { name, latitude, longitude, mileage } = SAMPLE_MILL;
    const values = {
      ...SAMPLE_LAND,
      uid,
      country_id: 1,
      start_date: getDay(ctx.now, ctx.actor.zone),
      is_sample: true,
      request_user_company_id: me,
      creator_user_id: ctx.actor.user?.id ?? null,
      created_at: now,
      last_modified_at: now,
    };
    const place = sql<number>`(SELECT id FROM job_destination WHERE job_id = ${id})`;
    const { write } = ctx;
    return ctx.commit(
      [
        expectOneRow(sql`UPDATE company SET version = version WHERE id = ${me} AND NOT EXISTS (
          SELECT 1 FROM job WHERE request_user_company_id = ${me} AND is_sample = 1 AND is_deleted = 0)`),
        expectOneRow(write.insert(job).values(values)),
        expectOneRow(
          write.insert(jobCompany).values({
            job_id: id,
            company_id: me,
            is_land_manager: true,
            is_cutter: true,
            is_skidder: true,
            is_hauler: true,
            invited_at: now,
            accepted_at: now,
          }),
        ),
        ...SAMPLE_PRODUCTS.map((p) => expectOneRow(write.insert(jobProduct).values({ job_id: id, ...p }))),
        expectOneRow(
          write
            .insert(companyDestination)
            .values({ company_id: me, name, latitude, longitude, is_deleted: true }),
        ),
        expectOneRow(
          write.insert(jobDestination).values({
            job_id: id,
            company_destination_id: selectInsertedId(companyDestination),
            name,
            mileage,
            mileage_is_estimate: true,
          }),
        ),
        ...SAMPLE_PRODUCTS.map((p) =>
          expectOneRow(
            write.insert(jobProductMix).values({ job_destination_id: place, is_accepted: true, ...p }),
          ),
        ),
        ...(await buildHistorySteps(ctx, { uid, jobId: id, ticketId: null }, [
          { activity: "job_created", details: { row: diffRecordedColumns("job", values) } },
        ])),
        ...(await loadSteps(ctx, id, place)),
      ],
      { id },
    );
  },
});

type InBatch = ReturnType<typeof sql<number>>;

/** Return the steps that create the loads. Their numbers come before the company's number series and use up none of it. */
async function loadSteps(ctx: Ctx<ReadCtx["actor"]>, jobId: InBatch, place: InBatch): Promise<Step[]> {
  const me = ctx.actor.company.id;
  const steps: Step[] = [];
  const ago = (minutes: number | undefined) =>
    minutes === undefined ? null : new Date(ctx.now.getTime() - minutes * 60_000).toISOString();
  for (const [i, load] of SAMPLE_LOADS.entries()) {
    const uid = randomUUID();
    const { wood_unit_type_id, ...product } = load.product;
    const values = {
      numbering_company_id: me,
      trip_ticket_status_id: load.status,
      ...product,
      estimated_volume: load.volume,
      estimated_wood_unit_type_id: wood_unit_type_id,
      cutter_company_id: me,
      skidder_company_id: me,
      hauler_company_id: load.status === STATUS.available ? null : me,
      picked_up_at: ago(load.picked_up),
      dropped_off_at: ago(load.dropped_off),
      is_sample: true,
      creator_user_id: ctx.actor.user?.id ?? null,
      creator_company_id: me,
      created_at: ctx.now.toISOString(),
      last_modified_at: ctx.now.toISOString(),
    };
    const next = sql<number>`(SELECT coalesce(max(t.trip_ticket_number), 0) + 1 FROM trip_ticket t WHERE t.numbering_company_id = ${me} AND t.is_sample = 1)`;
    steps.push(
      expectOneRow(
        ctx.write.insert(tripTicket).values({
          ...values,
          job_id: jobId,
          job_destination_id: place,
          uid,
          trip_ticket_number: next,
          load_number: i + 1,
        }),
      ),
      ...(await buildHistorySteps(
        ctx,
        { uid, jobId, ticketId: sql<number>`(SELECT id FROM trip_ticket WHERE uid = ${uid})` },
        entriesOf(load, values),
      )),
    );
  }
  return steps;
}

type Hauled = { picked_up_at: string | null; dropped_off_at: string | null };

/**
 * Return history entries of a load created at a later stage: created, picked up, delivered. The ids of its job and
 * destination are assigned in the same batch, so the creation entry stores no columns; later entries do.
 */
function entriesOf(load: SampleLoad, { picked_up_at, dropped_off_at }: Hauled): NewHistoryEntry[] {
  const moved = (from: StatusId, to: StatusId, times: RecordedRow): NewHistoryEntry => ({
    activity: "trip_ticket_updated",
    details: {
      diffs: [{ key: "trip_ticket_status", saved: getStatusLabel(from), updated: getStatusLabel(to) }],
      row: { trip_ticket_status_id: to, ...times },
    },
  });
  const entries: NewHistoryEntry[] = [{ activity: "trip_ticket_created", details: {} }];
  if (load.picked_up) entries.push(moved(STATUS.claimed, STATUS.inTransit, { picked_up_at }));
  if (load.dropped_off) entries.push(moved(STATUS.inTransit, STATUS.completed, { dropped_off_at }));
  return entries;
}

export const removeSampleJob = procedure({
  name: "removeSampleJob",
  may: "job.create",
  input: nothing,
  async run(ctx) {
    const sample = await ownSample(ctx);
    if (!sample) throw notFound("Your company has no sample job.");
    const loads = await ctx.read
      .select({
        id: tripTicket.id,
        uid: tripTicket.uid,
        job_id: tripTicket.job_id,
        version: tripTicket.version,
      })
      .from(tripTicket)
      .where(and(eq(tripTicket.job_id, sample.id), eq(tripTicket.is_deleted, false)));
    const history = await buildTicketHistorySteps(ctx, loads, () => ({
      activity: "trip_ticket_deleted",
      details: {},
    }));
    return ctx.commit(
      [
        ...loads.map((load) =>
          expectOneRow(
            ctx.write
              .update(tripTicket)
              .set({ is_deleted: true, version: load.version + 1, last_modified_at: ctx.now.toISOString() })
              .where(and(eq(tripTicket.id, load.id), eq(tripTicket.version, load.version))),
          ),
        ),
        ...history,
        expectOneRow(
          ctx.write
            .update(job)
            .set({
              is_deleted: true,
              version: sample.version + 1,
              last_modified_at: ctx.now.toISOString(),
            })
            .where(and(eq(job.id, sample.id), eq(job.version, sample.version), eq(job.is_deleted, false))),
        ),
        ...(await buildHistorySteps(ctx, { uid: sample.uid, jobId: sample.id, ticketId: null }, [
          { activity: "job_deleted", details: {} },
        ])),
      ],
      { id: sample.id },
    );
  },
});
