import { type SQL, sql } from "drizzle-orm";
import { company, job, jobDestination, tripTicket } from "#db/schema";
import { dayOf } from "~/domain/time/time";
import { jobsOf } from "~/features/jobs/access.server";
import { ticketsVisibleTo } from "~/features/trip-tickets/access.server";
import { STATUS } from "~/features/trip-tickets/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { Candidate } from "./matching";

const values = (list: readonly (number | string)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`;
const millOf = sql<number>`(SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${jobDestination.id})`;

/** The mills that receive wood of the jobs that the acting company sees, by name. */
export async function millsOf(ctx: Ctx<CompanyActor>): Promise<{ id: number; name: string }[]> {
  const mills = ctx.read
    .selectDistinct({ id: millOf })
    .from(job)
    .innerJoin(jobDestination, sql`${jobDestination.job_id} = ${job.id}`)
    .where(jobsOf(ctx.actor));
  return ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(sql`${company.id} IN ${mills}`)
    .orderBy(company.name);
}

/** The destinations of a mill on the jobs that the acting company sees. */
async function destinationsAt(ctx: Ctx<CompanyActor>, mill: number): Promise<number[]> {
  const rows = await ctx.read
    .select({ id: jobDestination.id })
    .from(job)
    .innerJoin(jobDestination, sql`${jobDestination.job_id} = ${job.id}`)
    .where(sql`${jobsOf(ctx.actor)} AND ${millOf} = ${mill}`);
  return rows.map((row) => row.id);
}

export type Loads = { numbers: number[]; scaleTickets: string[]; from: string | null; before: string | null };

const ROW = {
  id: tripTicket.id,
  job: job.name,
  trip_ticket_number: tripTicket.trip_ticket_number,
  scale_ticket_number: tripTicket.scale_ticket_number,
  truck_number: tripTicket.truck_number,
  dropped_off_at: tripTicket.dropped_off_at,
  scaled_at: tripTicket.scaled_at,
  net_pounds: tripTicket.net_pounds,
  scaled_volume: tripTicket.scaled_volume,
  scaled_wood_unit_type_id: tripTicket.scaled_wood_unit_type_id,
  estimated_volume: tripTicket.estimated_volume,
  estimated_wood_unit_type_id: tripTicket.estimated_wood_unit_type_id,
};

export type MillLoad = Candidate & {
  job: string;
  dropped_off_at: string | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
};

/** Visible loads bound for a mill that any of these could mean; cancelled ones are none. */
export async function loadsFor(ctx: Ctx<CompanyActor>, mill: number, wanted: Loads): Promise<MillLoad[]> {
  const t = tripTicket;
  const destinations = await destinationsAt(ctx, mill);
  const days = (column: SQL) =>
    wanted.from && wanted.before ? [sql`(${column} >= ${wanted.from} AND ${column} < ${wanted.before})`] : [];
  const any = [
    sql`${t.trip_ticket_number} IN ${values(wanted.numbers)}`,
    sql`${t.scale_ticket_number} IN ${values(wanted.scaleTickets)}`,
    ...days(sql`${t.dropped_off_at}`),
    ...days(sql`${t.scaled_at}`),
  ];
  const rows = await ctx.read
    .select(ROW)
    .from(t)
    .innerJoin(job, sql`${job.id} = ${t.job_id}`)
    .where(
      // "+" keeps to the destinations as the way in: the other conditions are joined by OR.
      sql`${t.job_destination_id} IN ${values(destinations)} AND +${t.trip_ticket_status_id} <> ${STATUS.cancelled} AND (${sql.join(any, sql` OR `)}) AND ${ticketsVisibleTo(ctx.actor)}`,
    )
    .limit(50_000);
  return rows.map((row) => ({
    ...row,
    days: [row.dropped_off_at, row.scaled_at].flatMap((at) =>
      at ? [dayOf(new Date(at), ctx.actor.zone)] : [],
    ),
  }));
}

/** Loads by id, as far as the acting company may see them. */
export function loadsById(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  return ctx.read
    .select({ ...ROW, version: tripTicket.version })
    .from(tripTicket)
    .innerJoin(job, sql`${job.id} = ${tripTicket.job_id}`)
    .where(sql`${tripTicket.id} IN ${values(ids)} AND ${ticketsVisibleTo(ctx.actor)}`);
}
