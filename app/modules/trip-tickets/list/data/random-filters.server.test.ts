import { randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { tripTicket, user } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openDemoDatabase } from "#db/testing/test-database";
import { listTickets } from "../../shared/list.server";
import type { TicketFilter } from "../rules/filter";
import { getRowOptions } from "./row-options.server";

/**
 * Compare the list's rows, count and sums with a separate calculation that reads every ticket and applies the filter in
 * plain JavaScript. Three seeds are fixed, three are new each time.
 */
const SEEDS = [1, 2, 3, ...Array.from({ length: 3 }, () => randomInt(2 ** 31))];
const ROUNDS = 25;

type Ticket = typeof tripTicket.$inferSelect;
let db: Database;
let tickets: Ticket[];
let mills: Map<number, number>;
const people: Record<string, Awaited<ReturnType<typeof actAs>>> = {};
const seen: Record<string, Set<number>> = {};

beforeAll(async () => {
  db = await openDemoDatabase();
  tickets = await db.read.select().from(tripTicket);
  const bound = await db.read
    .select({ destination: sql<number>`job_destination_id`, mill: sql<number>`mill_company_id` })
    .from(sql`job_destination_mill`);
  mills = new Map(bound.map((b) => [b.destination, b.mill]));
  for (const name of ["manager", "hauler", "mill"]) {
    const [person] = await db.read
      .select({
        id: user.id,
        company: sql<number>`(SELECT c.company_id FROM crew_member m JOIN crew c ON c.id = m.crew_id WHERE m.user_id = user.id LIMIT 1)`,
      })
      .from(user)
      .where(sql`${user.email} = ${`${name}@demo.test`}`);
    if (!person) throw new Error(`nobody is ${name}`);
    people[name] = await actAs(db, person.id, person.company);
    const rows = await db.read
      .select({ id: sql<number>`trip_ticket_id` })
      .from(sql`trip_ticket_reader`)
      .where(sql`company_id = ${person.company}`);
    seen[name] = new Set(rows.map((row) => row.id));
  }
});

/** A small generator, so that a seed determines the whole run (mulberry32). */
function dice(seed: number) {
  let a = seed;
  return (below: number) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function randomFilter(roll: (below: number) => number): TicketFilter {
  const any = <T>(list: readonly T[]): T[] => {
    const item = list[roll(list.length)];
    const other = list[roll(list.length)];
    return [...new Set([item, ...(roll(3) ? [] : [other])])].filter((x) => x !== undefined);
  };
  const of = (key: "job_id" | "product_type_id" | "hauler_company_id") =>
    any([...new Set(tickets.map((t) => t[key]).filter((id) => id !== null))]);
  const day = () => new Date(Date.now() - roll(120) * 86_400_000).toISOString();
  const [from, to] = [day(), day()].sort();
  return {
    ...(roll(3) ? {} : { job_ids: of("job_id") }),
    ...(roll(3) ? {} : { mill_ids: any([...new Set(mills.values())]) }),
    ...(roll(3) ? {} : { hauler_ids: of("hauler_company_id") }),
    ...(roll(3) ? {} : { product_type_ids: of("product_type_id") }),
    ...(roll(2) ? {} : { trip_ticket_status_ids: any([1, 2, 3, 4, 5, 6]) }),
    ...(roll(2) ? {} : { scaled: roll(2) === 0 }),
    ...(roll(3) ? {} : { dropped_off_start: from, dropped_off_end: to }),
  };
}

const has = <T>(list: readonly T[] | undefined, value: T | null) =>
  !list?.length || (value !== null && list.includes(value));

const matches = (filter: TicketFilter) => (t: Ticket) =>
  has(filter.job_ids, t.job_id) &&
  has(filter.mill_ids, mills.get(t.job_destination_id) ?? null) &&
  has(filter.hauler_ids, t.hauler_company_id) &&
  has(filter.product_type_ids, t.product_type_id) &&
  has(filter.trip_ticket_status_ids ?? [1, 2, 3, 5, 6], t.trip_ticket_status_id) &&
  (filter.scaled === undefined || filter.scaled === (t.scaled_volume !== null)) &&
  (!filter.dropped_off_start ||
    (t.dropped_off_at !== null &&
      t.dropped_off_at >= filter.dropped_off_start &&
      t.dropped_off_at <= (filter.dropped_off_end ?? "")));

function sumsOf(results: readonly Ticket[]) {
  const volumes = new Map<number, number>();
  for (const t of results) {
    const [volume, unit] =
      t.scaled_volume === null
        ? [t.estimated_volume, t.estimated_wood_unit_type_id]
        : [t.scaled_volume, t.scaled_wood_unit_type_id];
    if (volume && unit) volumes.set(unit, (volumes.get(unit) ?? 0) + volume);
  }
  const unscaled = results.filter((t) => t.scaled_volume === null && t.trip_ticket_status_id === 3).length;
  return { volumes: Object.fromEntries(volumes), unscaled };
}

test.each(SEEDS)("rows, count and sums equal those of a separate calculation (seed %i)", async (seed) => {
  const roll = dice(seed);
  let filled = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const filter = randomFilter(roll);
    const name = ["manager", "hauler", "mill"][roll(3)] ?? "manager";
    const expected = tickets.filter((t) => seen[name]?.has(t.id) && matches(filter)(t));
    const list = await people[name]?.call(listTickets, { ...filter, rows: 50, sort: "number" });
    const message = `${name} ${JSON.stringify(filter)}`;
    expect(list?.total, message).toBe(expected.length);
    const { volumes = [], unscaled = 0 } = list?.sums ?? {};
    expect(
      { volumes: Object.fromEntries(volumes.map((v) => [v.unit, v.volume])), unscaled },
      message,
    ).toEqual(sumsOf(expected));
    const numbers = expected.map((t) => t.trip_ticket_number).sort((a, b) => a - b);
    expect(
      list?.rows.map((row) => row.number),
      message,
    ).toEqual(numbers.slice(0, 50));
    if (expected.length) filled++;
  }
  expect(filled).toBeGreaterThan(ROUNDS / 12);
});

test("the filter row offers only the mills and haulers of loads that the reader sees", async () => {
  for (const name of ["manager", "hauler", "mill"]) {
    const groups = (await people[name]?.call(getRowOptions, {})) ?? [];
    const ids = (key: string) => groups.find((g) => g.name === key)?.options.map((o) => o.id) ?? [];
    const mine = tickets.filter((t) => seen[name]?.has(t.id));
    const set = (list: (number | null | undefined)[]) => new Set(list.filter((id) => typeof id === "number"));
    expect(new Set(ids("mill_ids"))).toEqual(set(mine.map((t) => mills.get(t.job_destination_id))));
    expect(new Set(ids("hauler_ids"))).toEqual(set(mine.map((t) => t.hauler_company_id)));
    expect(ids("trip_ticket_status_ids")).toEqual([1, 2, 3, 5, 6, 4]);
  }
});
