import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { createRandom } from "#db/random";
import { tripTicket } from "#db/schema";
import { actAs } from "#db/testing/acting";
import { openDemoDatabase } from "#db/testing/test-database";
import type { CompanyActor } from "~/web/actor";
import type { TicketFilter } from "../rules/filter";
import { findDroppedOffTickets, getDropOffRange } from "./gather-dates.server";

let db: Database;
let tickets: (typeof tripTicket.$inferSelect)[];
/** Return an actor for a given company. */
let actorOf: (company: number) => CompanyActor;
const readers = new Map<number, Set<number>>();

beforeAll(async () => {
  db = await openDemoDatabase();
  // Reopened loads keep a drop-off time that a user typed.
  await db.client.execute(
    "UPDATE trip_ticket SET dropped_off_at = created_at WHERE trip_ticket_status_id <> 3 AND id % 2 = 0",
  );
  tickets = await db.read.select().from(tripTicket);
  const { actor } = await actAs(db, 1, 1);
  actorOf = (id) => {
    if (!actor.company) throw new Error("no company");
    return { ...actor, company: { ...actor.company, id } };
  };
  const { rows } = await db.client.execute("SELECT trip_ticket_id, company_id FROM trip_ticket_reader");
  for (const row of rows) {
    const company = Number(row.company_id);
    readers.set(company, (readers.get(company) ?? new Set()).add(Number(row.trip_ticket_id)));
  }
});

const second = (iso: string) => Math.floor(Date.parse(iso) / 1000) * 1000;

test("a range of days read in chunks of any size returns the same tickets as a full scan, and only the company's own", async () => {
  const random = createRandom(41);
  const times = tickets.flatMap((t) => (t.dropped_off_at ? [t.dropped_off_at] : [])).sort();
  let met = 0;
  for (let round = 0; round < 120; round++) {
    const company = random.pick([...readers.keys()]);
    const [from, to] = [random.pick(times), random.pick(times)].sort();
    const filter: TicketFilter = {
      ...(random.chance(0.8) ? { dropped_off_start: from } : {}),
      ...(random.chance(0.8) ? { dropped_off_end: to } : { dropped_off_start: from }),
      ...(random.chance(0.4) ? { trip_ticket_status_ids: random.chance(0.5) ? [3] : [1, 2, 3, 5] } : {}),
      ...(random.chance(0.2) ? { scaled: random.chance(0.5) } : {}),
    };
    const days = getDropOffRange(filter);
    if (!days) throw new Error("no range");
    const descending = random.chance(0.7);
    const most = random.pick([1, 4, 30, 100_000]);
    const ctx = { read: db.read, now: new Date(), actor: actorOf(company) };
    const { ids, whole } = await findDroppedOffTickets(
      ctx,
      filter,
      days,
      { descending, most },
      random.between(1, 9),
    );
    const expected = tickets
      .filter(
        (t) =>
          readers.get(company)?.has(t.id) &&
          t.dropped_off_at !== null &&
          (!filter.dropped_off_start || t.dropped_off_at >= filter.dropped_off_start) &&
          (!filter.dropped_off_end || t.dropped_off_at <= filter.dropped_off_end) &&
          (!filter.trip_ticket_status_ids ||
            filter.trip_ticket_status_ids.includes(t.trip_ticket_status_id)) &&
          (filter.scaled === undefined || filter.scaled === (t.scaled_volume !== null)),
      )
      .sort((a, b) =>
        a.last_modified_at < b.last_modified_at
          ? -1
          : a.last_modified_at > b.last_modified_at
            ? 1
            : a.id - b.id,
      )
      .map((t) => t.id);
    if (descending) expected.reverse();
    const message = JSON.stringify({ company, filter, descending, most });
    expect(ids, message).toEqual(expected.slice(0, most));
    if (expected.length < most) expect(whole, message).toBe(true);
    if (whole) expect(ids, message).toHaveLength(expected.length);
    if (expected.length > 9) met++;
  }
  expect(met).toBeGreaterThan(20);
});

test("doesn't use the days of another date field as a drop-off range", () => {
  const start = "2026-10-01T00:00:00.000Z";
  expect(getDropOffRange({})).toBeNull();
  expect(getDropOffRange({ dropped_off_start: start, date_field: "created_at" })).toBeNull();
  expect(getDropOffRange({ dropped_off_start: start })?.from).toBe(second(start) / 1000);
});
