import { eq, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Read } from "#db/client.server";
import { companyDestination, companyLocation, job, jobDestination, usState } from "#db/schema";

const placeState = alias(usState, "place_state");

/** SQL for a destination's time zone: from the state of its location, or else of its job. */
const DESTINATION_ZONE = sql<string>`COALESCE(${placeState.time_zone}, ${usState.time_zone})`;

/** SQL subquery for a destination's time zone: the zone of its location's state, or else of its job's state. */
export const millZoneSql = (destination: SQL | SQLiteColumn) => sql<string>`(SELECT COALESCE(
    (SELECT zs.time_zone FROM company_location zl JOIN us_state zs ON zs.id = zl.us_state_id WHERE zl.id = COALESCE(zd.company_location_id,
      (SELECT zc.destination_company_location_id FROM company_destination zc WHERE zc.id = zd.company_destination_id))),
    (SELECT zs.time_zone FROM job zj JOIN us_state zs ON zs.id = zj.us_state_id WHERE zj.id = zd.job_id))
  FROM job_destination zd WHERE zd.id = ${destination})`;

/** Zone of a job's state, as a subquery. */
export const jobZoneSql = (jobId: SQL | SQLiteColumn) =>
  sql<string>`(SELECT zs.time_zone FROM job zj JOIN us_state zs ON zs.id = zj.us_state_id WHERE zj.id = ${jobId})`;

/** Read the zones of the places where destinations of any jobs take loads, by destination id. */
export async function readDestinationZones(read: Read, ids: Iterable<number>): Promise<Map<number, string>> {
  const rows = await read
    .select({ id: sql<number>`value`, zone: millZoneSql(sql`value`) })
    .from(sql`json_each(${JSON.stringify([...new Set(ids)])})`);
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

/** Time zones of a job, where loads are loaded, and of its destinations, where loads are delivered. */
export type JobTimeZones = {
  job_zone: string;
  start_date: string;
  mill_zone: (destination: number) => string;
};

/** Read the time zones of a job and of its destinations. */
export async function readJobTimeZones(read: Read, jobId: number): Promise<JobTimeZones> {
  const rows = await read
    .select({
      zone: usState.time_zone,
      start_date: job.start_date,
      destination: jobDestination.id,
      destination_zone: DESTINATION_ZONE,
    })
    .from(job)
    .innerJoin(usState, eq(usState.id, job.us_state_id))
    .leftJoin(jobDestination, eq(jobDestination.job_id, job.id))
    .leftJoin(companyDestination, eq(companyDestination.id, jobDestination.company_destination_id))
    .leftJoin(
      companyLocation,
      sql`${companyLocation.id} = COALESCE(${jobDestination.company_location_id}, ${companyDestination.destination_company_location_id})`,
    )
    .leftJoin(placeState, eq(placeState.id, companyLocation.us_state_id))
    .where(eq(job.id, jobId));
  const [first] = rows;
  if (!first) throw new Error(`Not a job: ${jobId}`);
  const zones = new Map(rows.map((row) => [row.destination, row.destination_zone]));
  return {
    job_zone: first.zone,
    start_date: first.start_date,
    mill_zone: (destination) => zones.get(destination) ?? first.zone,
  };
}
