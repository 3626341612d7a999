import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { toSecondsRange } from "~/lib/time/segments";
import { formatInstant, getDay } from "~/lib/time/time";
import { DEFAULT_LOAD_TONS } from "~/lib/units/measures";
import { formatFilter } from "~/modules/trip-tickets/rules/filter-query";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { trucksOutput, turnsOutput } from "../rules/output";
import { getQueryDays, parseIds, perLoadReportInput, turnsInput } from "../rules/query";
import { computeTurnTimes, type LoadDurations } from "../rules/turns";
import { selectDeliveries } from "./delivery-query.server";
import { readDimensionNames, UNNAMED_LABEL } from "./names.server";
import { splitRange, WEEK_SECONDS } from "./sums.server";

type Asked = z.output<typeof perLoadReportInput>;

const metaOf = (ctx: Ctx<CompanyActor>, query: Asked) => {
  const today = getDay(ctx.now, ctx.actor.zone);
  const { start, end } = getQueryDays(query, today);
  const timestamp = ctx.now.toISOString();
  return {
    from: start,
    to: end,
    zone: ctx.actor.zone,
    today,
    as_of: { at: timestamp, text: formatInstant(timestamp, ctx.actor.zone, ctx.now) },
  };
};

/** Split the range into weeks, because loads are read one by one for a week at a time. */
const weeksOf = (ctx: Ctx<CompanyActor>, query: Asked) =>
  splitRange(
    toSecondsRange(getQueryDays(query, getDay(ctx.now, ctx.actor.zone)), ctx.actor.zone),
    ctx.actor.zone,
    WEEK_SECONDS,
  );

const FROM = sql`company_delivery d CROSS JOIN trip_ticket t ON t.id = d.ticket_id`;
const minutes = (from: string, to: string) =>
  sql<number | null>`(unixepoch(t.${sql.raw(to)}) - unixepoch(t.${sql.raw(from)})) / 60`;

/** Read the durations of loads by destination or job: at the landing, on the road, at the mill, and between drop-offs. */
export const getTurnTimes = procedure({
  name: "getTurnTimes",
  may: "trip_ticket.read",
  input: turnsInput,
  output: turnsOutput,
  async run(ctx, { by, ...asked }) {
    const turns: LoadDurations[] = [];
    for (const piece of weeksOf(ctx, asked)) {
      await setImmediate();
      const rows = await ctx.read
        .select({
          key: sql<number>`${by === "job" ? sql`d.job_id` : sql`d.job_destination_id`}`,
          at: sql<number>`d.at`,
          day: sql<number>`(d.at + cast(${piece.offset} as integer)) / 86400`,
          driver: sql<string | null>`d.hauler_company_id || ' ' || d.hauler_user_id`,
          landing: minutes("loaded_at", "picked_up_at"),
          haul: sql<number | null>`d.haul_minutes`,
          mill: minutes("dropped_off_at", "scaled_at"),
        })
        .from(FROM)
        .where(selectDeliveries(ctx, piece, asked));
      turns.push(...rows);
    }
    const rows = computeTurnTimes(turns);
    const names = await readDimensionNames(
      ctx,
      by,
      rows.map((row) => row.key),
    );
    const meta = metaOf(ctx, asked);
    return {
      rows: rows.map(({ key, ...row }) => ({
        id: key,
        label: names.get(key) ?? UNNAMED_LABEL,
        ...row,
        href: `${paths.tickets}?${formatFilter({
          job_ids: by === "job" ? [key] : parseIds(asked.job_ids),
          job_destination_ids: by === "job" ? parseIds(asked.job_destination_ids) : [key],
          product_type_ids: parseIds(asked.product_type_ids),
          hauler_ids: parseIds(asked.hauler_ids),
          trip_ticket_status_ids: [3],
          dropped_off_start: meta.from,
          dropped_off_end: meta.to,
        })}`,
      })),
      meta,
    };
  },
});

type TruckSum = {
  hauler: number | null;
  truck: string;
  day: number;
  loads: number;
  net: number;
  weighed: number;
  miles: number | null;
};

/**
 * Read the work of each truck, identified by its number or else by its driver: days, loads, weight, difference from a
 * full load, and loaded miles.
 */
export const getTrucks = procedure({
  name: "getTrucks",
  may: "trip_ticket.read",
  input: perLoadReportInput,
  output: trucksOutput,
  async run(ctx, query) {
    const sums: TruckSum[] = [];
    for (const piece of weeksOf(ctx, query)) {
      await setImmediate();
      const rows = await ctx.read
        .select({
          // A truck belongs to its own company, even if it hauls for a contractor.
          hauler: sql<number | null>`t.hauler_company_id AS hauler`,
          truck: sql<string>`coalesce(nullif('Truck ' || trim(t.truck_number), 'Truck '), (SELECT u.first_name || ' ' || u.last_name FROM user u WHERE u.id = d.hauler_user_id), nullif(trim(t.driver_name), ''), ${UNNAMED_LABEL}) AS truck`,
          day: sql<number>`(d.at + cast(${piece.offset} as integer)) / 86400 AS day`,
          loads: sql<number>`count(*)`,
          net: sql<number>`coalesce(sum(d.net_pounds), 0)`,
          weighed: sql<number>`count(d.net_pounds)`,
          miles: sql<
            number | null
          >`sum((SELECT jd.mileage FROM job_destination jd WHERE jd.id = d.job_destination_id))`,
        })
        .from(FROM)
        .where(selectDeliveries(ctx, piece, query))
        .groupBy(sql`hauler, truck, day`);
      sums.push(...rows);
    }
    const names = await readDimensionNames(ctx, "hauler", [
      ...new Set(sums.flatMap(({ hauler }) => hauler ?? [])),
    ]);
    const usual = (ctx.actor.company.default_load_amount ?? DEFAULT_LOAD_TONS) * 2000;
    return { rows: trucksOf(sums, names, usual), meta: metaOf(ctx, query) };
  },
});

function trucksOf(sums: readonly TruckSum[], names: Map<number, string>, usual: number) {
  const map = new Map<string, TruckSum[]>();
  for (const sum of sums) {
    const key = `${sum.hauler} ${sum.truck}`;
    map.set(key, [...(map.get(key) ?? []), sum]);
  }
  return [...map.values()]
    .map((rows) => {
      const all = (of: (row: TruckSum) => number) => rows.reduce((n, row) => n + of(row), 0);
      const weighed = all((row) => row.weighed);
      const net_pounds = weighed ? Math.round(all((row) => row.net) / weighed) : null;
      const { hauler = null, truck = UNNAMED_LABEL } = rows[0] ?? {};
      return {
        label: truck,
        hauler: hauler === null ? UNNAMED_LABEL : (names.get(hauler) ?? UNNAMED_LABEL),
        days: new Set(rows.map((row) => row.day)).size,
        loads: all((row) => row.loads),
        net_pounds,
        weighed,
        miles: rows.some((row) => row.miles !== null) ? Math.round(all((row) => row.miles ?? 0)) : null,
        short_pounds: net_pounds === null ? null : Math.max(0, Math.round(usual - net_pounds)),
      };
    })
    .sort((a, b) => b.loads - a.loads || a.label.localeCompare(b.label));
}
