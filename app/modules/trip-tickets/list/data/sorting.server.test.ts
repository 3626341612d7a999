import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server";
import { tripTicket } from "#db/schema";
import { type Harvest, makeHarvest } from "#db/testing/harvest";
import { openTestDatabase } from "#db/testing/test-database";
import { TICKET_SORTS, type TicketSort } from "../../rules/list-query";
import { STATUS } from "../../rules/trip-ticket";
import { listTickets } from "../../shared/list.server";
import { saveColumns } from "../../shared/list-columns.server";
import { searchTickets } from "../../shared/search.server";
import { COLUMN_KEYS, type ColumnKey } from "../rules/list-columns";

let db: Database;
let h: Harvest;
let ids: number[];
beforeAll(async () => {
  db = await openTestDatabase();
  h = await makeHarvest(db);
  const { hauler, second, logger, sawlogsOnly } = h.ids;
  const day = (n: number) => `2026-11-0${n}T12:00:00.000Z`;
  const open = { trip_ticket_status_id: STATUS.inYard };
  const sawlog = { product_type_id: 1, wood_species_id: 125, job_destination_id: sawlogsOnly };
  ids = await Promise.all([
    h.ticket({ ...open, trip_ticket_priority_id: 1, cutter_company_id: logger.id, scale_ticket_number: "b" }),
    h.ticket({
      ...sawlog,
      ...{ trip_ticket_status_id: STATUS.completed, picked_up_at: day(2), dropped_off_at: day(5) },
      ...{ hauler_company_id: hauler.id, scaled_at: day(6), scaled_volume: 900, scaled_wood_unit_type_id: 2 },
    }),
    h.ticket({
      ...{ trip_ticket_status_id: STATUS.completed, picked_up_at: day(1), dropped_off_at: day(4) },
      ...{ hauler_company_id: second.id, hauler_user_id: h.second.actor.user?.id, scale_ticket_number: "a" },
    }),
    h.ticket({ ...open, ...sawlog, estimated_volume: 11_000, estimated_wood_unit_type_id: 1 }),
    h.ticket({
      ...open,
      skidder_company_id: logger.id,
      estimated_volume: 70_000,
      estimated_wood_unit_type_id: 2,
    }),
  ]);
  await h.manager.call(saveColumns, { order: COLUMN_KEYS.join(), visible: [...COLUMN_KEYS] });
});

const asked = async (sort: TicketSort, descending: boolean) =>
  (await h.manager.call(listTickets, { sort, descending })).rows;
const COLUMN_OF: Partial<Record<TicketSort, ColumnKey>> = { volume: "estimated_volume" };
const isColumn = (sort: string): sort is ColumnKey => COLUMN_KEYS.some((key) => key === sort);

/** Sort orders by text, which the test compares with the sorted texts. */
const WORDS: readonly TicketSort[] = [
  ...(["job", "contract_number", "product_type", "wood_species", "wood_species_type"] as const),
  ...(["destination", "cutter", "skidder", "hauler", "hauler_user", "scale_ticket_number"] as const),
];

test.each(WORDS)("a list sorted by %s has its texts in order, and empty values last", async (sort) => {
  if (!isColumn(sort)) throw new Error(`${sort} isn't a column`);
  for (const descending of [false, true]) {
    const cells = (await asked(sort, descending)).map((row) => row.cells[sort] ?? null);
    const matches = cells.filter((word) => word !== null);
    const inOrder = matches.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    expect(cells.slice(0, matches.length)).toEqual(descending ? inOrder.reverse() : inOrder);
    expect(cells.slice(matches.length).every((word) => word === null)).toBe(true);
  }
});

test("times, measures and other values are compared by value, not as text", async () => {
  const rows = await db.read.select().from(tripTicket);
  const rowOf = (id: number) => rows.find((row) => row.id === id);
  for (const sort of ["picked_up_at", "dropped_off_at", "scaled_at"] as const) {
    const values = (await asked(sort, true)).map(({ id }) => rowOf(id)?.[sort] ?? "");
    expect(values.filter(Boolean).length).toBeGreaterThan(0);
    expect(values).toEqual(values.toSorted().reverse());
  }
  const estimates = (await asked("estimated_volume", true)).map(({ id }) => rowOf(id));
  // Each unit is sorted separately, so that tons are never compared with board feet.
  expect(estimates.at(-1)?.estimated_wood_unit_type_id).toBe(1);
  expect(estimates[0]?.estimated_volume).toBe(70_000);
  expect((await asked("scaled_volume", false))[0]?.id).toBe(ids[1]);
  const together = (await asked("volume", false)).map(({ id }) => id);
  expect([together[0], together[1]]).toEqual([ids[3], ids[1]]);
  const statuses = (await asked("status", false)).map((row) => row.status);
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
});

test("every column stored on the ticket itself is sortable, on the page and in the API", async () => {
  const beside = ["certification", "comment", "settlement_status"];
  const sortable = TICKET_SORTS.map((sort) => COLUMN_OF[sort] ?? sort);
  expect(COLUMN_KEYS.filter((key) => !sortable.some((sort) => sort === key))).toEqual(beside);
  for (const sort of TICKET_SORTS)
    for (const descending of [false, true]) {
      const shown = (await asked(sort, descending)).map(({ id }) => id);
      expect(shown.toSorted()).toEqual(ids.toSorted());
      // The order is the same if a filter gathered the ids first.
      const { rows } = await h.manager.call(listTickets, { sort, descending, job_destination_ids: [] });
      expect(rows.map(({ id }) => id)).toEqual(shown);
      const gathered = await h.manager.call(listTickets, {
        sort,
        descending,
        job_destination_ids: [h.ids.destination, h.ids.sawlogsOnly],
      });
      expect(gathered.rows.map(({ id }) => id)).toEqual(shown);
      const { trip_tickets } = await h.manager.call(searchTickets, { sort, descending, take: 100 });
      const results = trip_tickets as { trip_ticket: { id: number } }[];
      expect(results.map((t) => t.trip_ticket.id)).toEqual(shown);
    }
});
