import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { blankSheet, jobDestination, tripTicket } from "#db/schema";
import { createHistoryFormat } from "~/modules/history/shared/words.server";
import { readLandings } from "~/modules/jobs/shared/landings.server";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { requireJobForNumbers } from "~/modules/trip-tickets/shared/job-numbers.server";
import { UNFINISHED_STATUS_IDS } from "~/modules/trip-tickets/shared/status-sql.server";
import type { CompanyActor } from "~/web/actor";
import { type Ctx, procedure } from "~/web/procedure";
import { jobChecksOutput } from "../rules/output";
import { readContradictions } from "./unfitting.server";

/** Maximum number of rows per list; the total is shown above a list that is cut. */
const MAX_SHOWN = 100;
const DAY = 86_400_000;

/**
 * Return a job's inconsistencies: missing load numbers, scale tickets used for two loads, loads delivered but not
 * scaled for more than `days`, and load durations. Includes only tickets that the user may see. Missing numbers are
 * only for the requester and the land manager, because a gap reveals a ticket.
 */
export const getJobChecks = procedure({
  name: "getJobChecks",
  may: "trip_ticket.read",
  input: z.strictObject({
    job_id: z.number().int(),
    days: z.number("Enter a whole number of days").int().min(0).max(365).default(3),
  }),
  output: jobChecksOutput,
  async run(ctx, { job_id, days }) {
    const { name, office, land } = await requireJobForNumbers(ctx, job_id);
    const mine = sql`${tripTicket.job_id} = ${job_id} AND ${tripTicket.is_deleted} = 0 AND ${visibleTicketsQuery(ctx.actor)}`;
    const [numbers, doubles, twins, unscaled, unlanded, turns, unfitting, unhauled, undelivered] =
      await Promise.all([
        office ? readNumbers(ctx, job_id) : null,
        readDoubles(ctx, mine),
        readTwins(ctx, job_id, mine),
        readUnscaled(ctx, mine, new Date(ctx.now.getTime() - days * DAY).toISOString()),
        land ? readUnlanded(ctx, job_id, mine) : NONE,
        readTurns(ctx, mine, land),
        readContradictions(ctx, job_id, mine),
        office
          ? readNumbered(ctx, sql`${mine} AND ${COMPLETED} AND ${tripTicket.hauler_company_id} IS NULL`)
          : NONE,
        readNumbered(
          ctx,
          sql`${mine} AND +${tripTicket.trip_ticket_status_id} IN ${UNFINISHED_STATUS_IDS} AND ${MEASURED}`,
        ),
      ]);
    const job = { id: job_id, name };
    return {
      job,
      days,
      numbers,
      doubles,
      twins,
      unscaled,
      unhauled,
      undelivered,
      unlanded,
      turns,
      unfitting,
    };
  },
});

/** Read a job's missing load numbers, and the numbers without a load because of a deleted load or a blank sheet. */
async function readNumbers(ctx: Ctx<CompanyActor>, jobId: number) {
  const used = sql`SELECT load_number AS n FROM trip_ticket WHERE job_id = ${jobId} UNION SELECT load_number FROM blank_sheet WHERE job_id = ${jobId} UNION SELECT last + 1 FROM number_series WHERE kind = 'load' AND owner_id = ${jobId}`;
  const gaps = await ctx.read
    .select({ from: sql<number>`before + 1`, to: sql<number>`n - 1` })
    .from(sql`(SELECT n, lag(n, 1, 0) OVER (ORDER BY n) AS before FROM (${used}))`)
    .where(sql`n > before + 1`)
    .limit(MAX_SHOWN);
  const deleted = await ctx.read
    .select({ load_number: tripTicket.load_number })
    .from(tripTicket)
    .where(sql`${tripTicket.job_id} = ${jobId} AND ${tripTicket.is_deleted} = 1`)
    .orderBy(tripTicket.load_number)
    .limit(MAX_SHOWN);
  const [sheets] = await ctx.read
    .select({
      waiting: sql<number>`coalesce(sum(${blankSheet.trip_ticket_id} IS NULL AND ${blankSheet.voided_at} IS NULL), 0)`,
      voided: sql<number>`coalesce(sum(${blankSheet.voided_at} IS NOT NULL), 0)`,
    })
    .from(blankSheet)
    .where(sql`${blankSheet.job_id} = ${jobId}`);
  return {
    missing: gaps,
    deleted: deleted.map((row) => row.load_number),
    sheets_waiting: sheets?.waiting ?? 0,
    sheets_voided: sheets?.voided ?? 0,
  };
}

const numbered = z.array(z.object({ id: z.number(), number: z.number() }));

/** Find scale tickets used on more than one load to the same destination, ignoring case and spaces. */
async function readDoubles(ctx: Ctx<CompanyActor>, mine: SQL) {
  const key = sql`lower(replace(${tripTicket.scale_ticket_number}, ' ', ''))`;
  const rows = await ctx.read
    .select({
      scale_ticket_number: sql<string>`min(${tripTicket.scale_ticket_number})`,
      destination: jobDestination.name,
      tickets: sql<string>`json_group_array(json_object('id', ${tripTicket.id}, 'number', ${tripTicket.trip_ticket_number}))`,
    })
    .from(tripTicket)
    .innerJoin(jobDestination, sql`${jobDestination.id} = ${tripTicket.job_destination_id}`)
    .where(
      sql`${mine} AND ${tripTicket.scale_ticket_number} <> '' AND ${tripTicket.trip_ticket_status_id} <> ${STATUS.cancelled}`,
    )
    .groupBy(jobDestination.id, key)
    .having(sql`count(*) > 1`)
    .limit(MAX_SHOWN);
  return rows.map((row) => ({
    ...row,
    tickets: numbered.parse(JSON.parse(row.tickets)),
  }));
}

/**
 * Find scale tickets of the job that are also on loads of other jobs to the same mill, among loads that the user may
 * see.
 */
async function readTwins(ctx: Ctx<CompanyActor>, jobId: number, mine: SQL) {
  const me = ctx.actor.company.id;
  return ctx.read
    .select({
      scale_ticket_number: sql<string>`${tripTicket.scale_ticket_number}`,
      id: tripTicket.id,
      number: tripTicket.trip_ticket_number,
      other_id: sql<number>`o.id`,
      other_number: sql<number>`o.trip_ticket_number`,
      other_job: sql<string>`(SELECT j.name FROM job j WHERE j.id = o.job_id)`,
    })
    .from(tripTicket)
    .innerJoin(
      sql`trip_ticket o`,
      sql`o.scale_ticket_number = ${tripTicket.scale_ticket_number} COLLATE NOCASE AND o.job_id <> ${jobId}`,
    )
    .where(
      sql`${mine} AND ${tripTicket.scale_ticket_number} <> '' AND ${tripTicket.trip_ticket_status_id} <> ${STATUS.cancelled}
        AND o.is_deleted = 0 AND +o.trip_ticket_status_id <> ${STATUS.cancelled}
        AND (SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = o.job_destination_id)
          = (SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${tripTicket.job_destination_id})
        AND EXISTS (SELECT 1 FROM ticket_company c WHERE c.company_id = ${me} AND c.last_modified_at = o.last_modified_at AND c.ticket_id = o.id)`,
    )
    .limit(MAX_SHOWN);
}

/** Read loads delivered before the given time and not scaled yet, oldest first. */
async function readUnscaled(ctx: Ctx<CompanyActor>, mine: SQL, before: string) {
  const where = sql`${mine} AND +${tripTicket.trip_ticket_status_id} = ${STATUS.completed} AND ${tripTicket.scaled_volume} IS NULL AND +${tripTicket.dropped_off_at} < ${before}`;
  const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(tripTicket).where(where);
  const rows = await ctx.read
    .select({
      id: tripTicket.id,
      number: tripTicket.trip_ticket_number,
      destination: jobDestination.name,
      dropped_off_at: tripTicket.dropped_off_at,
      zone: millZoneSql(tripTicket.job_destination_id),
    })
    .from(tripTicket)
    .innerJoin(jobDestination, sql`${jobDestination.id} = ${tripTicket.job_destination_id}`)
    .where(where)
    .orderBy(sql`+${tripTicket.dropped_off_at}`)
    .limit(MAX_SHOWN);
  const words = createHistoryFormat(ctx);
  return {
    total: total?.n ?? 0,
    tickets: rows.map(({ dropped_off_at, zone, ...row }) => ({
      ...row,
      dropped_off: {
        at: dropped_off_at ?? "",
        text: words.instant(dropped_off_at ?? "", zone),
      },
    })),
  };
}

/**
 * Read loads that were picked up without naming a landing on a job with several landings, oldest first; no landing's
 * inventory includes such a load. The caller skips this for a user who may not see the land.
 */
async function readUnlanded(ctx: Ctx<CompanyActor>, jobId: number, mine: SQL) {
  const landings = await readLandings(ctx.read, jobId);
  if (landings.length < 2) return NONE;
  const where = sql`${mine} AND ${tripTicket.landing_id} IS NULL AND ${tripTicket.picked_up_at} IS NOT NULL
    AND ${tripTicket.trip_ticket_status_id} <> ${STATUS.cancelled}
    AND NOT EXISTS (SELECT 1 FROM landing_inventory i WHERE i.trip_ticket_id = ${tripTicket.id})`;
  return readNumbered(ctx, where);
}

const NONE = { total: 0, tickets: [] };
const COMPLETED = sql`+${tripTicket.trip_ticket_status_id} = ${STATUS.completed}`;
const MEASURED = sql`(${tripTicket.scaled_volume} IS NOT NULL OR ${tripTicket.net_pounds} IS NOT NULL OR ${tripTicket.received_at} IS NOT NULL)`;

/** Count the job's loads that match a condition, and list those with the lowest load numbers. */
async function readNumbered(ctx: Ctx<CompanyActor>, where: SQL) {
  const [total] = await ctx.read.select({ n: sql<number>`count(*)` }).from(tripTicket).where(where);
  const tickets = await ctx.read
    .select({ id: tripTicket.id, number: tripTicket.trip_ticket_number })
    .from(tripTicket)
    .where(where)
    .orderBy(tripTicket.load_number)
    .limit(MAX_SHOWN);
  return { total: total?.n ?? 0, tickets };
}

/** Read the average minutes on the road and at the scale, for each landing and destination. */
async function readTurns(ctx: Ctx<CompanyActor>, mine: SQL, land: boolean) {
  const t = tripTicket;
  const minutes = (from: SQL, to: SQL) =>
    sql<
      number | null
    >`round(avg(CASE WHEN ${to} >= ${from} THEN (julianday(${to}) - julianday(${from})) * 1440 END))`;
  // Hide the landing in turn times from a user who may not see the land.
  const landing = sql<
    string | null
  >`CASE WHEN ${land ? 1 : 0} THEN COALESCE((SELECT COALESCE(l.name, 'Landing ' || l.id) FROM landing l WHERE l.id = ${t.landing_id}), CASE WHEN ${t.latitude} IS NULL OR ${t.longitude} IS NULL THEN NULL ELSE round(${t.latitude}, 3) || ', ' || round(${t.longitude}, 3) END) END`;
  return ctx.read
    .select({
      landing,
      destination: jobDestination.name,
      loads: sql<number>`count(*)`,
      haul_minutes: minutes(sql`${t.picked_up_at}`, sql`${t.dropped_off_at}`),
      scale_minutes: minutes(sql`${t.dropped_off_at}`, sql`${t.scaled_at}`),
    })
    .from(t)
    .innerJoin(jobDestination, sql`${jobDestination.id} = ${t.job_destination_id}`)
    .where(sql`${mine} AND ${t.dropped_off_at} IS NOT NULL`)
    .groupBy(landing, jobDestination.id)
    .orderBy(jobDestination.name, landing)
    .limit(MAX_SHOWN);
}
