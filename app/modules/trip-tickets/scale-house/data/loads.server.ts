import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { jsonListSql } from "#db/json-list";
import {
  company,
  job,
  jobDestination,
  productType,
  tripTicket,
  user,
  woodSpecies,
  woodSpeciesType,
} from "#db/schema";
import { getDay, getDayBounds } from "~/lib/time/time";
import { US_ZONES } from "~/lib/time/us-zones";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { companyProductNameQuery } from "~/modules/products/shared/own-names.server";
import type { CompanyActor } from "~/web/actor";
import type { ReadCtx } from "~/web/procedure";
import { visibleTicketsQuery } from "../../shared/access.server";
import { statusIdSql } from "../../shared/status-sql.server";
import { USUAL_LOADS } from "../../shared/usual-loads.server";
import { REJECTION_COMMENT_PREFIX } from "../rules/words";

/**
 * Condition on `trip_ticket`: the acting company receives the load, because it is the destination mill or acts for a
 * mill that has no users. Each action checks `can_edit` of its ticket again (docs/domain.md#who-sees-a-job).
 */
export const ownScaleCondition = ({ company: { id } }: CompanyActor): SQL =>
  sql`EXISTS (SELECT 1 FROM job_destination_mill m WHERE m.job_destination_id = ${tripTicket.job_destination_id} AND (
    m.mill_company_id = ${id} OR (NOT EXISTS (SELECT 1 FROM crew c JOIN crew_member cm ON cm.crew_id = c.id
        WHERE c.company_id = m.mill_company_id AND c.is_deleted = 0)
      AND (EXISTS (SELECT 1 FROM job j WHERE j.id = ${tripTicket.job_id} AND j.request_user_company_id = ${id})
        OR EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = ${tripTicket.job_id} AND p.company_id = ${id} AND p.is_land_manager)))))`;

/** Return the start of today in a zone. */
const getDayStart = (now: Date, zone: string): string =>
  getDayBounds(getDay(now, zone), zone)?.from ?? now.toISOString().slice(0, 10);

/**
 * Return the start of today on the clock of a load's mill as SQL, and the earliest start of any mill. A clerk who weighs
 * loads from another time zone sees the mill's day.
 */
function getMillDayStart({ actor, now }: Pick<ReadCtx, "actor" | "now">) {
  const starts = new Map(
    [actor.zone, ...US_ZONES.map(([zone]) => zone)].map((z) => [z, getDayStart(now, z)]),
  );
  const json = JSON.stringify(Object.fromEntries(starts));
  const zone = millZoneSql(tripTicket.job_destination_id);
  return {
    earliest: [...starts.values()].sort()[0] ?? "",
    sql: sql<string>`COALESCE((SELECT value FROM json_each(${json}) WHERE key = ${zone}), ${getDayStart(now, actor.zone)})`,
  };
}

/** Select ids of loads that changed since an instant, which include all loads received since then. */
const changedSince = ({ actor }: ReadCtx, since: string) =>
  sql`${tripTicket.id} IN (SELECT tc.ticket_id FROM ticket_company tc WHERE tc.company_id = ${actor.company.id} AND tc.last_modified_at >= ${since})`;

/** Select ids of the loads on the road that the company sees, to any destination. */
const onTheRoad = ({ actor }: ReadCtx) =>
  sql`${tripTicket.id} IN (SELECT tc.ticket_id FROM ticket_company tc INDEXED BY ticket_company_open
    WHERE tc.company_id = ${actor.company.id} AND tc.status <> ${statusIdSql("completed")} AND tc.status = ${statusIdSql("inTransit")})`;

const isAccepted = sql<number>`EXISTS (SELECT 1 FROM job_product_mix x WHERE x.job_destination_id = ${tripTicket.job_destination_id}
  AND x.is_accepted = 1 AND x.product_type_id = ${tripTicket.product_type_id}
  AND x.wood_species_id IS ${tripTicket.wood_species_id} AND x.wood_species_type_id IS ${tripTicket.wood_species_type_id})`;

const isRejected = sql<number>`EXISTS (SELECT 1 FROM comment k WHERE k.trip_ticket_id = ${tripTicket.id} AND k.is_deleted = 0
  AND k.content LIKE ${`${REJECTION_COMMENT_PREFIX}%`} AND k.created_at >= COALESCE(${tripTicket.picked_up_at}, ''))`;

/** Select loads with the columns that the scale house lists. */
const selectLoads = (ctx: ReadCtx) =>
  ctx.read
    .select({
      trip_ticket: tripTicket,
      supplier: company.name,
      driver: sql<
        string | null
      >`COALESCE(${user.first_name} || ' ' || ${user.last_name}, ${tripTicket.driver_name})`,
      hauler: sql<string | null>`(SELECT h.name FROM company h WHERE h.id = ${tripTicket.hauler_company_id})`,
      place: jobDestination.name,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      own_name: companyProductNameQuery(job.request_user_company_id, tripTicket),
      ...USUAL_LOADS,
      is_accepted: isAccepted,
      is_rejected: isRejected,
      mill_zone: millZoneSql(tripTicket.job_destination_id),
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .innerJoin(jobDestination, eq(jobDestination.id, tripTicket.job_destination_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .leftJoin(user, eq(user.id, tripTicket.hauler_user_id));

export type ScaleLoad = Awaited<ReturnType<typeof selectLoads>>[number];

const own = (ctx: ReadCtx) => and(visibleTicketsQuery(ctx.actor), ownScaleCondition(ctx.actor));

/** Maximum number of incoming loads to list; a longer queue is only marked as having more. */
export const MAX_INBOUND = 25;

/** Return loads on their way here, the longest on the road first, and loads that have arrived but aren't weighed yet. */
export async function readScaleQueue(ctx: ReadCtx) {
  const start = getMillDayStart(ctx);
  const [coming, waiting] = await Promise.all([
    selectLoads(ctx)
      .where(and(onTheRoad(ctx), own(ctx)))
      .orderBy(isRejected, tripTicket.picked_up_at, tripTicket.id)
      .limit(MAX_INBOUND + 1),
    selectLoads(ctx)
      .where(
        and(
          changedSince(ctx, start.earliest),
          sql`${tripTicket.last_modified_at} >= ${start.sql}`,
          sql`${tripTicket.trip_ticket_status_id} = ${statusIdSql("completed")} AND ${tripTicket.net_pounds} IS NULL AND ${tripTicket.scaled_volume} IS NULL`,
          own(ctx),
        ),
      )
      .orderBy(tripTicket.dropped_off_at, tripTicket.id)
      .limit(MAX_INBOUND),
  ]);
  return { coming, waiting };
}

const receivedToday = (ctx: ReadCtx) => {
  const start = getMillDayStart(ctx);
  return and(changedSince(ctx, start.earliest), sql`${tripTicket.received_at} >= ${start.sql}`, own(ctx));
};

/** The last loads received today by the mill's clock, newest first. */
export const readLatestReceived = (ctx: ReadCtx, most: number) =>
  selectLoads(ctx)
    .where(receivedToday(ctx))
    .orderBy(desc(tripTicket.received_at), desc(tripTicket.id))
    .limit(most);

/** Totals received today by the mill's clock, by supplier and product, each unit separately. */
export const readReceivedTotals = (ctx: ReadCtx) =>
  ctx.read
    .select({
      supplier: company.name,
      product_type_id: tripTicket.product_type_id,
      wood_species_id: tripTicket.wood_species_id,
      wood_species_type_id: tripTicket.wood_species_type_id,
      product_type: productType.name,
      wood_species: woodSpecies.name,
      wood_species_type: woodSpeciesType.name,
      unit: tripTicket.scaled_wood_unit_type_id,
      loads: sql<number>`count(*)`,
      volume: sql<number>`coalesce(sum(${tripTicket.scaled_volume}), 0)`,
      unscaled: sql<number>`sum(${tripTicket.scaled_volume} IS NULL)`,
      net: sql<number>`coalesce(sum(${tripTicket.net_pounds}), 0)`,
    })
    .from(tripTicket)
    .innerJoin(job, eq(job.id, tripTicket.job_id))
    .innerJoin(company, eq(company.id, job.request_user_company_id))
    .innerJoin(productType, eq(productType.id, tripTicket.product_type_id))
    .leftJoin(woodSpecies, eq(woodSpecies.id, tripTicket.wood_species_id))
    .leftJoin(woodSpeciesType, eq(woodSpeciesType.id, tripTicket.wood_species_type_id))
    .where(receivedToday(ctx))
    .groupBy(
      company.id,
      productType.id,
      tripTicket.wood_species_id,
      tripTicket.wood_species_type_id,
      tripTicket.scaled_wood_unit_type_id,
    )
    .orderBy(company.name, productType.name, woodSpecies.name);

/** Return the numbers of the loads at this scale that have one of these scale tickets, with the scale tickets. */
export const findLoadsByScaleTicket = (ctx: ReadCtx, slips: string[]) =>
  slips.length === 0
    ? Promise.resolve([])
    : ctx.read
        .select({
          id: tripTicket.id,
          number: tripTicket.trip_ticket_number,
          slip: sql<string>`${tripTicket.scale_ticket_number}`,
        })
        .from(tripTicket)
        .where(and(sql`${tripTicket.scale_ticket_number} COLLATE NOCASE IN ${jsonListSql(slips)}`, own(ctx)))
        .orderBy(tripTicket.id)
        .limit(50);
