import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { DEFAULT_LOAD_TONS } from "~/domain/measures/measures";
import { printFilter } from "~/domain/tickets/filter-query";
import { secondsOf } from "~/domain/time/segments";
import { dayOf, formatInstant } from "~/domain/time/time";
import type { CompanyActor } from "~/web/actor";
import { paths } from "~/web/paths";
import { type Ctx, procedure } from "~/web/procedure";
import { daysAsked, eachInput, idsIn, turnsInput } from "./asked";
import { namesBy, UNNAMED } from "./names.server";
import { trucksOutput, turnsOutput } from "./output";
import { deliveriesOf, pieces, WEEK } from "./sums.server";
import { type Turn, turnTimes } from "./turns";

type Asked = z.output<typeof eachInput>;

const metaOf = (ctx: Ctx<CompanyActor>, asked: Asked) => {
  const today = dayOf(ctx.now, ctx.actor.zone);
  const { start, end } = daysAsked(asked, today);
  const at = ctx.now.toISOString();
  return {
    from: start,
    to: end,
    zone: ctx.actor.zone,
    today,
    as_of: { at, text: formatInstant(at, ctx.actor.zone, ctx.now) },
  };
};

/** The range in pieces of a week, which is how loads are read that are looked at one by one. */
const weeksOf = (ctx: Ctx<CompanyActor>, asked: Asked) =>
  pieces(secondsOf(daysAsked(asked, dayOf(ctx.now, ctx.actor.zone)), ctx.actor.zone), ctx.actor.zone, WEEK);

const FROM = sql`company_delivery d CROSS JOIN trip_ticket t ON t.id = d.ticket_id`;
const minutes = (from: string, to: string) =>
  sql<number | null>`(unixepoch(t.${sql.raw(to)}) - unixepoch(t.${sql.raw(from)})) / 60`;

/** How long loads take, by destination or by job: at the landing, on the road, at the mill, and from drop-off to drop-off. */
export const getTurnTimes = procedure({
  name: "getTurnTimes",
  may: "trip_ticket.read",
  input: turnsInput,
  output: turnsOutput,
  async run(ctx, { by, ...asked }) {
    const turns: Turn[] = [];
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
        .where(deliveriesOf(ctx, piece, asked));
      turns.push(...rows);
    }
    const rows = turnTimes(turns);
    const names = await namesBy(
      ctx,
      by,
      rows.map((row) => row.key),
    );
    const meta = metaOf(ctx, asked);
    return {
      rows: rows.map(({ key, ...row }) => ({
        id: key,
        label: names.get(key) ?? UNNAMED,
        ...row,
        href: `${paths.tickets}?${printFilter({
          job_ids: by === "job" ? [key] : idsIn(asked.job_ids),
          job_destination_ids: by === "job" ? idsIn(asked.job_destination_ids) : [key],
          product_type_ids: idsIn(asked.product_type_ids),
          hauler_ids: idsIn(asked.hauler_ids),
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

/** What each truck carried, by its number, else by its driver: days, loads, weight, how far that is from a full load, and the miles under load. */
export const getTrucks = procedure({
  name: "getTrucks",
  may: "trip_ticket.read",
  input: eachInput,
  output: trucksOutput,
  async run(ctx, asked) {
    const sums: TruckSum[] = [];
    for (const piece of weeksOf(ctx, asked)) {
      await setImmediate();
      const rows = await ctx.read
        .select({
          // A truck is its own company's, also where it hauls for a contractor.
          hauler: sql<number | null>`t.hauler_company_id AS hauler`,
          truck: sql<string>`coalesce(nullif('Truck ' || trim(t.truck_number), 'Truck '), (SELECT u.first_name || ' ' || u.last_name FROM user u WHERE u.id = d.hauler_user_id), nullif(trim(t.driver_name), ''), ${UNNAMED}) AS truck`,
          day: sql<number>`(d.at + cast(${piece.offset} as integer)) / 86400 AS day`,
          loads: sql<number>`count(*)`,
          net: sql<number>`coalesce(sum(d.net_pounds), 0)`,
          weighed: sql<number>`count(d.net_pounds)`,
          miles: sql<
            number | null
          >`sum((SELECT jd.mileage FROM job_destination jd WHERE jd.id = d.job_destination_id))`,
        })
        .from(FROM)
        .where(deliveriesOf(ctx, piece, asked))
        .groupBy(sql`hauler, truck, day`);
      sums.push(...rows);
    }
    const names = await namesBy(ctx, "hauler", [...new Set(sums.flatMap(({ hauler }) => hauler ?? []))]);
    const usual = (ctx.actor.company.default_load_amount ?? DEFAULT_LOAD_TONS) * 2000;
    return { rows: trucksOf(sums, names, usual), meta: metaOf(ctx, asked) };
  },
});

function trucksOf(sums: readonly TruckSum[], names: Map<number, string>, usual: number) {
  const found = new Map<string, TruckSum[]>();
  for (const sum of sums) {
    const key = `${sum.hauler} ${sum.truck}`;
    found.set(key, [...(found.get(key) ?? []), sum]);
  }
  return [...found.values()]
    .map((rows) => {
      const all = (of: (row: TruckSum) => number) => rows.reduce((n, row) => n + of(row), 0);
      const weighed = all((row) => row.weighed);
      const net_pounds = weighed ? Math.round(all((row) => row.net) / weighed) : null;
      const { hauler = null, truck = UNNAMED } = rows[0] ?? {};
      return {
        label: truck,
        hauler: hauler === null ? UNNAMED : (names.get(hauler) ?? UNNAMED),
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
