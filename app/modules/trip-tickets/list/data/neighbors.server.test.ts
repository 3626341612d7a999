import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { getNeighbors } from "./neighbors.server";

let db: Database;
let h: Harvest;
let ids: number[];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  ids = [await h.ticket({}), await h.ticket({}), await h.ticket({}), await h.ticket({})].reverse();
});

const numberOf = async (id: number) => {
  const [row] = await db.read.select().from(tripTicket).where(eq(tripTicket.id, id));
  return row?.trip_ticket_number;
};
const around = async (index: number, who = h.manager) => {
  const { previous, next, is_last } = await who.call(getNeighbors, { id: ids[index] ?? 0, ids });
  return [previous?.id ?? null, next?.id ?? null, is_last];
};

test("the previous and next tickets are those of the list, with their numbers", async () => {
  expect(await around(0)).toEqual([null, ids[1], false]);
  expect(await around(2)).toEqual([ids[1], ids[3], false]);
  expect(await around(3)).toEqual([ids[2], null, true]);
  const { next } = await h.manager.call(getNeighbors, { id: ids[0] ?? 0, ids });
  expect(next?.number).toBe(await numberOf(ids[1] ?? 0));
});

test("a ticket that isn't in the list has no previous or next ticket", async () => {
  expect(await h.manager.call(getNeighbors, { id: 987_654, ids })).toEqual({
    previous: null,
    next: null,
    is_last: false,
  });
});

test("a neighboring ticket that the company may not see is skipped and its number isn't revealed", async () => {
  const theirs = await h.ticket({ trip_ticket_status_id: 1, hauler_company_id: h.ids.hauler.id });
  expect(await h.rival.call(getNeighbors, { id: 1, ids: [theirs, 1, theirs] })).toMatchObject({
    previous: null,
    next: null,
  });
});
