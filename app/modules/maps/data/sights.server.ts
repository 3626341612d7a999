import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import {
  companyDestination,
  companyLocation,
  companyLocationType,
  job,
  jobDestination,
  landing,
} from "#db/schema";
import { hasPermission } from "~/lib/access/crew-permissions";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { isOnJobSql, isWorkingOnJobSql, ownJobsCondition } from "~/modules/jobs/shared/access.server";
import { formatLandingName } from "~/modules/jobs/shared/landings.server";
import { jobZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { STATUS } from "~/modules/trip-tickets/rules/trip-ticket";
import type { CompanyActor } from "~/web/actor";
import type { LoadsOnTheWay, MapPlace, MapPlaceFilter, MapPlaceKind } from "../rules/sights";
import {
  hasRoleSql,
  isProductAcceptedSql,
  isProductBoughtSql,
  mapJobFilterSql,
} from "./sights-filter.server";

/** Maximum number of places, of all kinds together. */
export const MAX_MAP_PLACES = 5000;

/** Literals in the SQL, since the index of open loads is used only for a literal status. */
const COMPLETED = sql.raw(String(STATUS.completed));
const IN_TRANSIT = sql.raw(String(STATUS.inTransit));

type Ask = { read: Read; actor: CompanyActor };

/**
 * Condition for jobs whose land the acting company may see: jobs that it requests or works on. A mill that only
 * receives wood sees no land.
 */
const landOf = (actor: CompanyActor): SQL => sql`(${ownJobsCondition(actor)} AND ${isOnJobSql(actor)})`;

const latitude = sql<number>`COALESCE(${companyLocation.latitude}, ${companyDestination.latitude})`;
const longitude = sql<number>`COALESCE(${companyLocation.longitude}, ${companyDestination.longitude})`;
const placeOfDestination = or(
  eq(companyLocation.id, jobDestination.company_location_id),
  eq(companyLocation.id, companyDestination.destination_company_location_id),
);

/** Return the places that the acting company may see on the map of all places, limited to kinds that its crews may read. */
export async function readMapPlaces(ask: Ask, filter: MapPlaceFilter): Promise<MapPlace[]> {
  const { permissions } = ask.actor;
  const asks = (kind: MapPlaceKind, mayRead: boolean) => mayRead && filter.kinds.includes(kind);
  const match = await Promise.all([
    asks("job", hasPermission(permissions, "job.read")) ? jobSights(ask, filter) : [],
    asks(
      "landing",
      hasPermission(permissions, "job.read") && hasPermission(permissions, "landing_inventory.read"),
    )
      ? landingSights(ask, filter)
      : [],
    asks("destination", true) ? destinationSights(ask, filter) : [],
    asks("location", hasPermission(permissions, "company_location.read") && filter.product === null)
      ? locationSights(ask)
      : [],
  ]);
  const term = filter.q.toLowerCase();
  return match.flat().filter((sight) => sight.name.toLowerCase().includes(term));
}

async function jobSights({ read, actor }: Ask, filter: MapPlaceFilter): Promise<MapPlace[]> {
  const rows = await read
    .select({
      id: job.id,
      name: job.name,
      number: job.contract_number,
      status: job.job_status_id,
      latitude: sql<number>`${job.latitude}`,
      longitude: sql<number>`${job.longitude}`,
    })
    .from(job)
    .where(and(landOf(actor), isNotNull(job.latitude), mapJobFilterSql(actor, filter)))
    .orderBy(job.name, job.id)
    .limit(MAX_MAP_PLACES);
  return rows.map(({ status, number, ...row }) => ({
    kind: "job",
    ...row,
    job_id: row.id,
    about: number ?? "",
    is_active: status === JOB_STATUS.active,
  }));
}

async function landingSights({ read, actor }: Ask, filter: MapPlaceFilter): Promise<MapPlace[]> {
  const rows = await read
    .select({
      id: landing.id,
      name: landing.name,
      job_id: job.id,
      job: job.name,
      status: job.job_status_id,
      latitude: sql<number>`${landing.latitude}`,
      longitude: sql<number>`${landing.longitude}`,
    })
    .from(sql`company_job c`)
    .crossJoin(landing)
    .innerJoin(job, eq(job.id, landing.job_id))
    .where(
      and(
        sql`c.company_id = ${actor.company.id} AND ${landing.job_id} = c.job_id`,
        isOnJobSql(actor),
        eq(landing.is_deleted, false),
        isNotNull(landing.latitude),
        mapJobFilterSql(actor, filter),
      ),
    )
    .orderBy(job.name, landing.id)
    .limit(MAX_MAP_PLACES);
  return rows.map(({ job: of, status, ...row }) => ({
    kind: "landing",
    ...row,
    name: formatLandingName(row),
    about: `Landing of ${of}`,
    is_active: status === JOB_STATUS.active,
  }));
}

/** Return the company's own destinations and the destinations of jobs that it works on, each place once. */
async function destinationSights({ read, actor }: Ask, filter: MapPlaceFilter): Promise<MapPlace[]> {
  const me = actor.company.id;
  const [own, ofJobs] = await Promise.all([
    hasPermission(actor.permissions, "company_destination.read")
      ? read
          .select({ id: companyDestination.id, name: companyDestination.name, latitude, longitude })
          .from(companyDestination)
          .leftJoin(
            companyLocation,
            eq(companyLocation.id, companyDestination.destination_company_location_id),
          )
          .where(
            and(
              eq(companyDestination.company_id, me),
              eq(companyDestination.is_deleted, false),
              isProductBoughtSql(filter, sql`${companyDestination.id}`),
            ),
          )
          .orderBy(companyDestination.name, companyDestination.id)
          .limit(MAX_MAP_PLACES)
      : [],
    hasPermission(actor.permissions, "job_destination.read")
      ? read
          .select({
            id: sql<number>`d.id`,
            job_id: sql<number>`d.job_id`,
            name: sql<string>`d.name`,
            latitude,
            longitude,
          })
          .from(sql`${destinationsOfWork(actor, filter)} d`)
          .leftJoin(companyDestination, sql`${companyDestination.id} = d.company_destination_id`)
          .leftJoin(
            companyLocation,
            sql`${companyLocation.id} = coalesce(d.company_location_id, ${companyDestination.destination_company_location_id})`,
          )
          .orderBy(sql`d.name, d.id`)
          .limit(MAX_MAP_PLACES)
      : [],
  ]);
  const seen = new Set<string>();
  const mayLead = hasPermission(actor.permissions, "job.read");
  return [
    ...own.map((row) => ({ ...row, job_id: null, is_own: true })),
    ...ofJobs.map((row) => ({ ...row, job_id: mayLead ? row.job_id : null })),
  ].flatMap((row) => {
    const key = `${row.name} ${row.latitude} ${row.longitude}`;
    if (seen.has(key) || row.latitude === null) return [];
    seen.add(key);
    return [{ kind: "destination" as const, ...row, about: "Destination", is_active: true }];
  });
}

/**
 * Merge destinations of the company's jobs by name and place before their locations are read, since hundreds of jobs
 * have the same few mills. The first of several equal destinations is kept.
 */
function destinationsOfWork(actor: CompanyActor, filter: MapPlaceFilter): SQL {
  const d = jobDestination;
  const where = and(
    sql`c.company_id = ${actor.company.id}`,
    isWorkingOnJobSql(actor),
    isNull(d.removed_at),
    hasRoleSql(actor, filter),
    isProductAcceptedSql(actor, filter, sql`${d.id}`),
  );
  return sql`(SELECT min(${d.id}) AS id, ${d.job_id} AS job_id, ${d.name} AS name,
      ${d.company_location_id} AS company_location_id, ${d.company_destination_id} AS company_destination_id
    FROM company_job c CROSS JOIN ${job} ON ${job.id} = c.job_id CROSS JOIN ${d} ON ${d.job_id} = ${job.id}
    WHERE ${where} GROUP BY ${d.company_location_id}, ${d.company_destination_id}, ${d.name})`;
}

async function locationSights({ read, actor }: Ask): Promise<MapPlace[]> {
  const rows = await read
    .select({
      id: companyLocation.id,
      name: companyLocation.name,
      about: companyLocationType.name,
      latitude: companyLocation.latitude,
      longitude: companyLocation.longitude,
    })
    .from(companyLocation)
    .innerJoin(companyLocationType, eq(companyLocationType.id, companyLocation.company_location_type_id))
    .where(and(eq(companyLocation.company_id, actor.company.id), eq(companyLocation.is_deleted, false)))
    .orderBy(companyLocation.name, companyLocation.id)
    .limit(MAX_MAP_PLACES);
  return rows.map((row) => ({ kind: "location", ...row, job_id: null, is_active: true }));
}

/** Return loads on the way that the acting company may see, by job and destination, the earliest picked up first. */
export async function readLoadsOnTheWay(
  { read, actor }: Ask,
  filter: MapPlaceFilter,
): Promise<LoadsOnTheWay[]> {
  if (!filter.kinds.includes("load") || !hasPermission(actor.permissions, "trip_ticket.read")) return [];
  const isOnLand = sql<number>`(${ownJobsCondition(actor)} AND ${isOnJobSql(actor)})`;
  const rows = await read
    .select({
      job_id: job.id,
      name: jobDestination.name,
      job: job.name,
      isOnLand,
      fromLatitude: job.latitude,
      fromLongitude: job.longitude,
      latitude,
      longitude,
      count: sql<number>`count(*)`,
      oldest: sql<string | null>`min(t.picked_up_at)`,
      zone: jobZoneSql(job.id),
    })
    .from(sql`ticket_company c INDEXED BY ticket_company_open CROSS JOIN trip_ticket t ON t.id = c.ticket_id`)
    .innerJoin(job, sql`${job.id} = t.job_id`)
    .innerJoin(jobDestination, sql`${jobDestination.id} = t.job_destination_id`)
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .leftJoin(companyLocation, placeOfDestination)
    .where(
      and(
        sql`c.company_id = ${actor.company.id} AND c.status <> ${COMPLETED} AND +c.status = ${IN_TRANSIT}`,
        hasRoleSql(actor, filter),
        filter.product === null ? undefined : sql`t.product_type_id = ${filter.product}`,
      ),
    )
    .groupBy(job.id, jobDestination.id)
    .orderBy(sql`min(t.picked_up_at)`, job.id)
    .limit(200);
  const term = filter.q.toLowerCase();
  return rows.flatMap(({ job: from, isOnLand: onLand, fromLatitude, fromLongitude, ...row }) => {
    if (row.latitude === null || !`${row.name} ${onLand ? from : ""}`.toLowerCase().includes(term)) return [];
    const mayKnow = Boolean(onLand) && hasPermission(actor.permissions, "job.read");
    const start =
      mayKnow && fromLatitude !== null && fromLongitude !== null
        ? { latitude: fromLatitude, longitude: fromLongitude }
        : null;
    const mayName = hasPermission(actor.permissions, "job_destination.read");
    const end = mayName ? row.name : "a destination";
    return [
      {
        from: start,
        to: { latitude: row.latitude, longitude: row.longitude },
        name: mayKnow ? `${from} to ${end}` : `To ${end}`,
        count: row.count,
        oldest: row.oldest,
        zone: row.zone,
        job_id: mayKnow ? row.job_id : null,
      },
    ];
  });
}
