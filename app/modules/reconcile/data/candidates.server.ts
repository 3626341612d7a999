import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { jsonListSql } from "#db/json-list";
import {
  company,
  companyDestination,
  companyLocation,
  job,
  jobDestination,
  productType,
  tripTicket,
  usState,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { getDay } from "~/lib/time/time";
import { DEFAULT_UNIT } from "~/lib/units/measures";
import { ownJobsCondition, workedJobsCondition } from "~/modules/jobs/shared/access.server";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { companyProductNameQuery } from "~/modules/products/shared/own-names.server";
import { removeDefaultEstimate } from "~/modules/trip-tickets/rules/defaults";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import { visibleTicketsQuery } from "~/modules/trip-tickets/shared/access.server";
import { USUAL_LOADS } from "~/modules/trip-tickets/shared/usual-loads.server";
import type { CompanyActor } from "~/web/actor";
import type { Ctx } from "~/web/procedure";
import type { MatchCandidate } from "../rules/matching";

const millOf = sql<number>`(SELECT m.mill_company_id FROM job_destination_mill m WHERE m.job_destination_id = ${jobDestination.id})`;

/**
 * Return the mills that receive wood from the acting company's jobs, sorted by name. A removed destination counts only
 * if a load visible to the company went there. A mill with no other part in a job gets only itself.
 */
export async function readMills(ctx: Ctx<CompanyActor>): Promise<{ id: number; name: string }[]> {
  const t = tripTicket;
  const mills = ctx.read
    .selectDistinct({ id: millOf })
    .from(job)
    .innerJoin(jobDestination, sql`${jobDestination.job_id} = ${job.id}`)
    .where(
      sql`${ownJobsCondition(ctx.actor)} AND (${millOf} = ${ctx.actor.company.id} OR (${workedJobsCondition(ctx.actor)} AND (${jobDestination.removed_at} IS NULL
        OR EXISTS (SELECT 1 FROM ${t} WHERE ${t.job_destination_id} = ${jobDestination.id} AND ${visibleTicketsQuery(ctx.actor)}))))`,
    );
  return ctx.read
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(sql`${company.id} IN ${mills}`)
    .orderBy(company.name);
}

const placeState = alias(usState, "place_state");
/** Time zone of a destination's dates: the zone of its place, or else of the job's state. */
const ZONE = sql<string>`COALESCE(${placeState.time_zone}, ${usState.time_zone})`;

/** Return a mill's destinations on the jobs visible to the acting company, each with its time zone. */
async function destinationsAt(ctx: Ctx<CompanyActor>, mill: number) {
  return ctx.read
    .select({ id: jobDestination.id, zone: ZONE })
    .from(job)
    .innerJoin(jobDestination, sql`${jobDestination.job_id} = ${job.id}`)
    .innerJoin(usState, sql`${usState.id} = ${job.us_state_id}`)
    .leftJoin(companyDestination, sql`${companyDestination.id} = ${jobDestination.company_destination_id}`)
    .leftJoin(
      companyLocation,
      sql`${companyLocation.id} = COALESCE(${jobDestination.company_location_id}, ${companyDestination.destination_company_location_id})`,
    )
    .leftJoin(placeState, sql`${placeState.id} = ${companyLocation.us_state_id}`)
    .where(sql`${ownJobsCondition(ctx.actor)} AND ${millOf} = ${mill}`);
}

/** Return the time zone for a mill's statement dates: the most common zone of its destinations. */
export async function readMillTimeZone(ctx: Ctx<CompanyActor>, mill: number): Promise<string> {
  const tally = new Map<string, number>();
  for (const { zone } of await destinationsAt(ctx, mill)) tally.set(zone, (tally.get(zone) ?? 0) + 1);
  return [...tally].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ctx.actor.zone;
}

export type MillLoadRequest = {
  numbers: number[];
  scaleTickets: string[];
  from: string | null;
  before: string | null;
};

const ROW = {
  id: tripTicket.id,
  job: job.name,
  trip_ticket_number: tripTicket.trip_ticket_number,
  scale_ticket_number: tripTicket.scale_ticket_number,
  truck_number: tripTicket.truck_number,
  dropped_off_at: tripTicket.dropped_off_at,
  scaled_at: tripTicket.scaled_at,
  net_pounds: tripTicket.net_pounds,
  deduction_pounds: tripTicket.deduction_pounds,
  product_type: productType.name,
  wood_species: woodSpecies.name,
  wood_species_type: woodSpeciesType.name,
  own_name: companyProductNameQuery(job.request_user_company_id, tripTicket),
  scaled_volume: tripTicket.scaled_volume,
  scaled_wood_unit_type_id: tripTicket.scaled_wood_unit_type_id,
  estimated_volume: tripTicket.estimated_volume,
  estimated_wood_unit_type_id: tripTicket.estimated_wood_unit_type_id,
  job_destination_id: tripTicket.job_destination_id,
  ...USUAL_LOADS,
  /**
   * Unit of the product at the job destination, or the unit of the load's estimate if the destination no longer lists
   * the product.
   */
  product_unit: sql<number>`COALESCE((SELECT x.wood_unit_type_id FROM job_product_mix x WHERE x.job_destination_id = ${tripTicket.job_destination_id}
    AND x.product_type_id = ${tripTicket.product_type_id} AND x.wood_species_id IS ${tripTicket.wood_species_id}
    AND x.wood_species_type_id IS ${tripTicket.wood_species_type_id} LIMIT 1), ${tripTicket.estimated_wood_unit_type_id}, ${DEFAULT_UNIT})`,
};

/** Join conditions for the product names in `ROW`. Each joins by key, so every ticket stays one row. */
const withProduct = sql`${productType.id} = ${tripTicket.product_type_id}`;
const withSpecies = sql`${woodSpecies.id} = ${tripTicket.wood_species_id}`;
const withGroup = sql`${woodSpeciesType.id} = ${tripTicket.wood_species_type_id}`;

export type MillLoad = MatchCandidate & {
  job: string;
  dropped_off_at: string | null;
  scaled_volume: number | null;
  scaled_wood_unit_type_id: number | null;
};

/** The "+" makes SQLite use the index on destinations, because the other conditions are joined by OR. */
const sentTo = (ctx: Ctx<CompanyActor>, destinations: readonly number[]) => {
  const t = tripTicket;
  return sql`${t.job_destination_id} IN ${jsonListSql(destinations)} AND +${t.trip_ticket_status_id} <> ${STATUS.cancelled} AND ${visibleTicketsQuery(ctx.actor)}`;
};

/** Read the visible loads to a mill that match any number, scale ticket or date range; cancelled loads are excluded. */
export async function readMillLoads(
  ctx: Ctx<CompanyActor>,
  mill: number,
  millLoadRequest: MillLoadRequest,
): Promise<MillLoad[]> {
  const t = tripTicket;
  const destinations = await destinationsAt(ctx, mill);
  const zones = new Map(destinations.map((d) => [d.id, d.zone]));
  const days = (column: SQL) =>
    millLoadRequest.from && millLoadRequest.before
      ? [sql`(${column} >= ${millLoadRequest.from} AND ${column} < ${millLoadRequest.before})`]
      : [];
  const any = [
    sql`${t.trip_ticket_number} IN ${jsonListSql(millLoadRequest.numbers)}`,
    sql`${t.scale_ticket_number} IN ${jsonListSql(millLoadRequest.scaleTickets)}`,
    ...days(sql`${t.dropped_off_at}`),
    ...days(sql`${t.scaled_at}`),
  ];
  const rows = await ctx.read
    .select(ROW)
    .from(t)
    .innerJoin(job, sql`${job.id} = ${t.job_id}`)
    .innerJoin(productType, withProduct)
    .leftJoin(woodSpecies, withSpecies)
    .leftJoin(woodSpeciesType, withGroup)
    .where(
      sql`${sentTo(
        ctx,
        destinations.map((d) => d.id),
      )} AND (${sql.join(any, sql` OR `)})`,
    )
    .limit(50_000);
  return rows.map((row) => ({
    ...removeDefaultEstimate(row),
    days: [row.dropped_off_at, row.scaled_at].flatMap((instant) =>
      instant ? [getDay(new Date(instant), zones.get(row.job_destination_id) ?? ctx.actor.zone)] : [],
    ),
  }));
}

type Range = { from: string | null; before: string | null };

/**
 * Read the visible loads dropped off at a mill within the statement's dates but not listed on the statement: their
 * total, and one page of them in order of drop-off. One line dated years ago can make the list very long.
 */
export async function readUnmatchedLoads(
  ctx: Ctx<CompanyActor>,
  statement: { id: number; mill_company_id: number },
  { from, before }: Range,
  part: { take: number; skip: number },
) {
  if (!from || !before) return { rows: [], total: 0 };
  const t = tripTicket;
  const destinations = (await destinationsAt(ctx, statement.mill_company_id)).map((d) => d.id);
  const within = (column: SQL) => sql`(${column} >= ${from} AND ${column} < ${before})`;
  const where = sql`${sentTo(ctx, destinations)}
    AND ${t.dropped_off_at} IS NOT NULL AND (${within(sql`${t.dropped_off_at}`)} OR ${within(sql`${t.scaled_at}`)})
    AND NOT EXISTS (SELECT 1 FROM mill_statement_line l WHERE l.mill_statement_id = ${statement.id} AND l.trip_ticket_id = ${t.id})`;
  const [rows, [counted]] = await Promise.all([
    ctx.read
      .select({ ...ROW, mill_zone: millZoneSql(t.job_destination_id) })
      .from(t)
      .innerJoin(job, sql`${job.id} = ${t.job_id}`)
      .innerJoin(productType, withProduct)
      .leftJoin(woodSpecies, withSpecies)
      .leftJoin(woodSpeciesType, withGroup)
      .where(where)
      .orderBy(t.dropped_off_at, t.id)
      .limit(part.take)
      .offset(part.skip),
    ctx.read.select({ n: sql<number>`count(*)` }).from(t).where(where),
  ]);
  return { rows, total: counted?.n ?? 0 };
}

/** Read the loads with these ids that are visible to the acting company. */
export async function readLoadsById(ctx: Ctx<CompanyActor>, ids: readonly number[]) {
  const rows = await ctx.read
    .select({ ...ROW, version: tripTicket.version })
    .from(tripTicket)
    .innerJoin(job, sql`${job.id} = ${tripTicket.job_id}`)
    .innerJoin(productType, withProduct)
    .leftJoin(woodSpecies, withSpecies)
    .leftJoin(woodSpeciesType, withGroup)
    .where(sql`${tripTicket.id} IN ${jsonListSql(ids)} AND ${visibleTicketsQuery(ctx.actor)}`);
  return rows.map((row) => removeDefaultEstimate(row));
}
