import { type SQL, sql } from "drizzle-orm";
import type { Read } from "#db/client.server";
import { prepareQuery } from "#db/prepared.server";
import type { SecondsRange } from "~/lib/time/segments";
import { UNIT } from "~/lib/units/measures";
import { JOB_STATUS } from "~/modules/jobs/rules/job-status";
import { millZoneSql } from "~/modules/jobs/shared/place-zones.server";
import { visiblePostedLines } from "~/modules/settlements/shared/visible-claim.server";
import { getGroupStatuses } from "~/modules/trip-tickets/rules/status-groups";
import { PRIORITY, STATUS } from "~/modules/trip-tickets/rules/trip-ticket";

/**
 * Queries of the dashboard. Each starts from tables that contain only what the company may see: `ticket_company`,
 * `company_delivery`, and the claims (amounts owed) to or by the company.
 */
const placeholder = sql.placeholder;
/** Constants written into the SQL text, so that SQLite can use partial indexes. */
const COMPLETED = sql.raw(String(STATUS.completed));
const HIGH = sql.raw(String(PRIORITY.high));
const ACTIVE = sql.raw(String(JOB_STATUS.active));
/** Statuses of loads waiting to be hauled. */
export const WAITING_STATUSES: readonly number[] = getGroupStatuses("available");
const WAITS = sql.raw(WAITING_STATUSES.join(", "));

/** Read the number of visible loads per status, and how often each number changed (db/derived.sql). */
export const readStatusCounts = prepareQuery((read: Read) =>
  read
    .select({ status: sql<number>`status`, n: sql<number>`n`, changes: sql<number>`changes` })
    .from(sql`company_status_count`)
    .where(sql`company_id = ${placeholder("me")}`),
);

/** Count high-priority loads that wait to be hauled. */
export const readUrgentCount = prepareQuery((read: Read) =>
  read
    .select({ n: sql<number>`count(*)` })
    .from(sql`ticket_company c CROSS JOIN trip_ticket t ON t.id = c.ticket_id`)
    .where(
      sql`c.company_id = ${placeholder("me")} AND c.status <> ${COMPLETED} AND +c.status IN (${WAITS}) AND t.trip_ticket_priority_id = ${HIGH}`,
    ),
);

/** Read one load that the user hauled for the company recently, or is hauling now; no row if there is none. */
export const readRecentOwnHaul = prepareQuery((read: Read) =>
  read
    .select({ id: sql<number>`t.id` })
    .from(sql`trip_ticket t`)
    .where(
      sql`t.hauler_user_id = ${placeholder("person")} AND t.hauler_company_id = ${placeholder("me")} AND t.is_deleted = 0
        AND (t.trip_ticket_status_id IN (${sql.raw(`${STATUS.claimed}, ${STATUS.inTransit}, ${STATUS.paused}`)})
          OR t.dropped_off_at >= ${placeholder("since")})`,
    )
    .limit(1),
);

/** SQL condition for loads that name a user, like the load list's "Mine"; a null user matches all loads. */
const ofPerson: SQL = sql`(${placeholder("person")} IS NULL OR EXISTS (SELECT 1 FROM trip_ticket t WHERE t.id = d.ticket_id
  AND ${placeholder("person")} IN (t.cutter_user_id, t.skidder_user_id, t.hauler_user_id, t.scaler_user_id, t.receiver_user_id)))`;

/** SQL for each unit's figures, with unit ids written into the text; this avoids the sort of a GROUP BY. */
const UNITS = Object.values(UNIT).sort((a, b) => a - b);
const EACH_UNIT = sql.raw(
  UNITS.map((unit) => {
    const own = `FILTER (WHERE d.unit = ${unit})`;
    return `count(*) ${own}, sum(d.volume) ${own}, sum(d.haul_minutes) ${own}, count(d.haul_minutes) ${own},
      sum(d.volume) FILTER (WHERE d.unit = ${unit} AND NOT d.is_scaled)`;
  }).join(", "),
);
const inRanges = prepareQuery((read: Read) =>
  read
    .select({
      range: sql<number>`w.key`,
      units: sql<string>`(SELECT json_array(${EACH_UNIT}) FROM company_delivery d WHERE d.company_id = ${placeholder("me")}
        AND d.at >= w.value ->> 'from' AND d.at < w.value ->> 'before' AND ${ofPerson})`,
    })
    .from(sql`json_each(${placeholder("ranges")}) w`),
);
type Asked = { me: number; person: number | null };

/**
 * Sum the loads in each of several time ranges by unit, with the minutes from pickup to mill for loads that have both
 * times.
 */
export async function readUnitsInRanges(read: Read, { me, person }: Asked, ranges: readonly SecondsRange[]) {
  const rows = await inRanges(read, { me, person, ranges: JSON.stringify(ranges) });
  return ranges.map((_, n) => {
    const results: (number | null)[] = JSON.parse(rows.find(({ range }) => range === n)?.units ?? "[]");
    return UNITS.map((unit, i) => {
      const [loads, volume, minutes, timed, estimated] = results.slice(5 * i, 5 * i + 5);
      return {
        unit,
        loads: loads ?? 0,
        volume: volume ?? 0,
        minutes: minutes ?? 0,
        timed: timed ?? 0,
        estimated: estimated ?? 0,
      };
    });
  });
}

/** Range number for the count of loads that were dropped off between `from` and `before` and aren't scaled yet. */
export const UNSCALED_RANGE = -1;

/**
 * Count the loads in each of several time ranges, numbered by position in the list, and the loads for `UNSCALED`.
 * SQLite counts along the index without sorting.
 */
export const readLoadCountsInRanges = prepareQuery((read: Read) =>
  read.select({ range: sql<number>`x.range`, loads: sql<number>`x.loads` }).from(
    sql`(SELECT w.key AS range, (SELECT count(*) FROM company_delivery d WHERE d.company_id = ${placeholder("me")}
          AND d.at >= w.value ->> 'from' AND d.at < w.value ->> 'before' AND ${ofPerson}) AS loads
          FROM json_each(${placeholder("ranges")}) w
        UNION ALL SELECT ${sql.raw(String(UNSCALED_RANGE))}, count(*) FROM company_delivery d WHERE d.company_id = ${placeholder("me")}
          AND d.at >= ${placeholder("from")} AND d.at < ${placeholder("before")} AND d.is_scaled = 0 AND ${ofPerson}) x`,
  ),
);

/** Read the loads dropped off last, with each one's status; payment only if the user may see it. */
export const readDashboardLastLoads = prepareQuery((read: Read) =>
  read
    .select({
      id: sql<number>`d.ticket_id`,
      at: sql<number>`d.at`,
      number: sql<number>`n.trip_ticket_number`,
      destination: sql<string>`jd.name`,
      zone: millZoneSql(sql`jd.id`),
      scaled: sql<number | null>`n.scaled_volume`,
      unit: sql<number | null>`n.scaled_wood_unit_type_id`,
      scale_ticket: sql<string | null>`n.scale_ticket_number`,
      posted: sql<number>`${placeholder("money")} AND EXISTS (SELECT 1 FROM amount_owed WHERE trip_ticket_id = d.ticket_id
        AND receiving_company_id = d.company_id AND ${visiblePostedLines} > 0)`,
      paid: sql<number>`${placeholder("money")} AND EXISTS (SELECT 1 FROM amount_owed WHERE trip_ticket_id = d.ticket_id
        AND receiving_company_id = d.company_id AND voided_at IS NULL AND paid_lines > 0 AND paid_lines = ${visiblePostedLines})`,
    })
    .from(
      sql`company_delivery d JOIN trip_ticket n ON n.id = d.ticket_id JOIN job_destination jd ON jd.id = d.job_destination_id`,
    )
    .where(sql`d.company_id = ${placeholder("me")} AND d.at >= ${placeholder("since")} AND ${ofPerson}`)
    .orderBy(sql`d.company_id DESC, d.at DESC, d.ticket_id DESC`)
    .limit(5),
);

/** Build a query for loads to haul next, with their destinations: the user's own, or waiting ones. */
const next = (from: SQL, where: SQL, most: number) => (read: Read) =>
  read
    .select({
      id: sql<number>`t.id`,
      status: sql<number>`t.trip_ticket_status_id`,
      number: sql<number>`t.trip_ticket_number`,
      priority: sql<number>`t.trip_ticket_priority_id`,
      job: sql<string>`j.name`,
      destination: sql<string>`jd.name`,
      miles: sql<number | null>`jd.mileage`,
      picked_up_at: sql<string | null>`t.picked_up_at`,
      latitude: sql<number | null>`j.latitude`,
      longitude: sql<number | null>`j.longitude`,
      zone: sql<string>`s.time_zone`,
      own: sql<number>`o.own`,
      hauls: sql<number>`j.job_status_id = ${ACTIVE} AND EXISTS (SELECT 1 FROM job_party p WHERE p.job_id = j.id AND p.company_id = ${placeholder("me")} AND p.is_hauler)`,
    })
    .from(
      sql`${from} JOIN job j ON j.id = t.job_id JOIN us_state s ON s.id = j.us_state_id JOIN job_destination jd ON jd.id = t.job_destination_id`,
    )
    .where(where)
    .limit(most);

/**
 * Read up to three loads that the user has in progress and three that wait to be hauled. The waiting loads are chosen
 * from the newest 200 visible to the company with the id `waits`, by priority, then distance. `own` is 1 for the user's
 * loads.
 */
export const readOwnAndWaitingLoads = prepareQuery(
  next(
    sql`(SELECT * FROM (SELECT t.id AS ticket_id, 1 AS own, 0 AS place FROM trip_ticket t INDEXED BY trip_ticket_driver
        WHERE t.hauler_user_id = ${placeholder("person")} AND t.trip_ticket_status_id IN (${sql.raw(`${STATUS.claimed}, ${STATUS.inTransit}, ${STATUS.paused}`)})
          AND t.hauler_company_id = ${placeholder("me")} AND t.is_deleted = 0 LIMIT 3)
      UNION ALL SELECT w.id, 0, row_number() OVER (ORDER BY w.priority, w.unknown, w.mileage, w.id)
        FROM (SELECT t.id, t.trip_ticket_priority_id AS priority, jd.mileage IS NULL AS unknown, jd.mileage
          FROM (SELECT c.ticket_id FROM ticket_company c WHERE c.company_id = ${placeholder("waits")} AND c.status <> ${COMPLETED}
              AND +c.status IN (${WAITS})
            ORDER BY c.last_modified_at DESC, c.ticket_id DESC LIMIT 200) o
          CROSS JOIN trip_ticket t ON t.id = o.ticket_id JOIN job_destination jd ON jd.id = t.job_destination_id
          ORDER BY priority, unknown, jd.mileage, t.id LIMIT 3) w) o CROSS JOIN trip_ticket t ON t.id = o.ticket_id`,
    sql`1 ORDER BY o.own DESC, o.place`,
    6,
  ),
);

/** Read the loads on their way to a mill, earliest pickup first. */
export const readLoadsInboundToMill = prepareQuery(
  next(
    sql`(SELECT 0 AS own) o CROSS JOIN ticket_company c INDEXED BY ticket_company_open CROSS JOIN trip_ticket t ON t.id = c.ticket_id`,
    sql`c.company_id = ${placeholder("me")} AND c.status <> ${COMPLETED} AND +c.status = ${sql.raw(String(STATUS.inTransit))} ORDER BY t.picked_up_at, t.id`,
    3,
  ),
);

/**
 * Read every rate at which the company is paid on active jobs it works on, for any date; `getRatesInForce` then picks
 * the rate of each key in force today.
 */
export const readOwnRates = prepareQuery((read: Read) =>
  read
    .select({
      key: sql<string>`x.key`,
      job: sql<string>`x.job`,
      what: sql<string>`x.what`,
      rate: sql<number>`x.rate`,
      per: sql<"unit" | "load" | "mile">`x.per`,
      unit: sql<number | null>`x.unit`,
      payer: sql<string>`x.payer`,
      zone: sql<string>`x.zone`,
      effective_on: sql<string>`x.effective_on`,
      ended_on: sql<string | null>`x.ended_on`,
    })
    .from(
      sql`(SELECT json_array('haul', r.job_destination_id, r.paying_company_id) AS key, j.name AS job, jd.name AS what, r.rate, r.per,
           r.wood_unit_type_id AS unit, c.name AS payer, z.time_zone AS zone, r.effective_on, r.ended_on
          FROM job_party p CROSS JOIN job j ON j.id = p.job_id AND j.is_deleted = 0 AND j.job_status_id = ${ACTIVE}
          JOIN us_state z ON z.id = j.us_state_id CROSS JOIN job_haul_rate r ON r.job_id = j.id AND r.receiving_company_id = p.company_id AND r.consent_requested_at IS NULL
          JOIN job_destination jd ON jd.id = r.job_destination_id JOIN company c ON c.id = r.paying_company_id
         WHERE p.company_id = ${placeholder("me")}
        UNION ALL
        SELECT json_array(j.id, r.job_product_rate_type_id, r.paying_company_id, r.paying_company_location_id, r.product_type_id,
           r.wood_species_id, r.wood_species_type_id), j.name, y.name || ', ' || lower(pt.name) || coalesce(', ' || ws.name, ', ' || lower(wt.name), ''),
           r.rate, 'unit', r.wood_unit_type_id, c.name, z.time_zone, r.effective_on, r.ended_on
          FROM job_party p CROSS JOIN job j ON j.id = p.job_id AND j.is_deleted = 0 AND j.job_status_id = ${ACTIVE}
          JOIN us_state z ON z.id = j.us_state_id CROSS JOIN job_product_rate r ON r.job_id = j.id AND r.receiving_company_id = p.company_id AND r.consent_requested_at IS NULL
          JOIN product_type pt ON pt.id = r.product_type_id JOIN company c ON c.id = r.paying_company_id
          JOIN job_product_rate_type y ON y.id = r.job_product_rate_type_id
          LEFT JOIN wood_species ws ON ws.id = r.wood_species_id LEFT JOIN wood_species_type wt ON wt.id = r.wood_species_type_id
         WHERE p.company_id = ${placeholder("me")}) x`,
    ),
);

/** Read the location of the company's state, for the weather when no load is in progress. */
export const readStateLocation = prepareQuery((read: Read) =>
  read
    .select({
      name: sql<string>`s.name`,
      latitude: sql<number>`(s.min_latitude + s.max_latitude) / 2`,
      longitude: sql<number>`(s.min_longitude + s.max_longitude) / 2`,
      zone: sql<string>`s.time_zone`,
      crosses: sql<number>`s.min_longitude > s.max_longitude`,
    })
    .from(sql`company c JOIN us_state s ON s.id = c.us_state_id`)
    .where(sql`c.id = ${placeholder("me")}`),
);
